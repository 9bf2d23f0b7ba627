"use strict";

// The kinds of events: their groups, and the lanes of the timeline. No DOM.

var Inspector = globalThis.Inspector || {};

(function () {
  const { Tree } = Inspector;

  const groups = [
    ["user", "User"], ["step", "Steps"], ["request", "Requests"], ["action", "Actions"],
    ["effect", "Effects"], ["flow", "Flows"], ["core", "Cores"], ["screen", "Screen"],
    ["issue", "Issues"], ["other", "Other"],
  ];

  const groupOfKind = {
    user: "user", action: "action", issue: "issue", leak: "issue", tree: "screen", note: "other",
  };
  const groupOfPrefix = {
    step: "step", request: "request", effect: "effect", flow: "flow", link: "flow",
    journey: "flow", procedure: "flow", core: "core", window: "screen",
  };

  function groupOf(kind) {
    if (Object.hasOwn(groupOfKind, kind)) return groupOfKind[kind];
    const dot = kind.indexOf(".");
    const prefix = dot < 0 ? "" : kind.slice(0, dot);
    return Object.hasOwn(groupOfPrefix, prefix) ? groupOfPrefix[prefix] : "other";
  }

  function laneOf(event) {
    switch (event.group) {
      case "user": return ["user", "User"];
      case "step": return ["step " + event.owner, "Steps" + suffix(event.owner)];
      case "action": return ["action " + event.owner, "Actions" + suffix(event.owner)];
      default: {
        const title = groups.find(([group]) => group === event.group)[1];
        return [event.group, title];
      }
    }
  }

  function suffix(owner) {
    return owner === "" ? "" : " · " + Tree.shorten(Tree.onOneLine(owner), 60);
  }

  Object.assign(Inspector, { groupOf, groups, laneOf });
})();

globalThis.Inspector = Inspector;
