#!/bin/bash
# rename.sh ROOT: unambiguous words of the vocabulary.
cd "$1"
sub() { # PATTERN REPLACEMENT PATH...
  local p=$1 r=$2; shift 2
  git grep -lPw "$p" -- "$@" | xargs -r perl -pi -e "s/\\b$p\\b/$r/g"
}
all="Sources Tests Tooling Docs CONTRIBUTING.md README.md"
sub LaneStateTests SchedulerStateMachineTests $all
sub LaneState SchedulerStateMachine $all
sub FlowBranch FlowNode Sources/CoreFlow Tests/CoreFlowTests Tests/ConformanceTests Docs
sub FlowKind FlowTypeInfo $all
sub FlowRecord FlowReadiness $all
sub StepDeflector LateStepRejecter $all
sub deflector rejecter Sources/AsyncFlow
sub Outbox ActionQueue Sources/AsyncFlow
sub outbox actions Sources/AsyncFlow/Machine
sub SlotID ArenaIndex $all
sub Slots Arena $all
sub Turn CompletionLatch Sources/CoreFlow
sub Waiters ContinuationList Sources/CoreFlow Tests/CoreFlowTests
sub ParkedHandler SuspendedHandler $all
sub TrackedTasks TaskTracker $all
sub companions extensionStorage Sources Tests
sub UserMoves UserEvent $all
sub spendCurrent consume $all
sub NobodysTarget NoOpTarget $all
sub beginTelling startObserving $all
git grep -lP 'startObserving\(keeping' -- $all | xargs -r perl -pi -e 's/startObserving\(keeping:? ?/startObserving(retaining /g; s/startObserving\(retaining LifecycleKeeper/startObserving(retaining: LifecycleKeeper/'
sub forsaken affectedStores Sources
sub tellOfEnd notifyEnd Sources
sub didLose screenDidLeave Sources/CoreFlow
sub isDisappointed isUnfulfilled $all
sub sendSlowly sendReentrantly Sources Tests
sub hasAfterwork hasPendingWork Sources Tests
sub PublishedElsewhere OffMainActorPublishError $all
perl -pi -e 's/\bmine\b/sentAction/g' Sources/CoreFlow/Testing/CoreTestLedger.swift Sources/CoreFlow/Testing/CoreTestStore*.swift
git grep -liP 'lane' -- $all llms.txt README.ko.md | xargs -r perl -pi -e 's/\blane\b/scheduler/g; s/\blanes\b/schedulers/g; s/\blane([A-Z])/scheduler$1/g; s/\b(ask|awaiting|is|in|default|other)Lane(?=[A-Z]|\b)/$1Scheduler/g; s/\bLane\b/Scheduler/g; s/chainInTheLane/chainInTheScheduler/g'
