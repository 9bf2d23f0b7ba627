import os, re, subprocess, sys
root = sys.argv[1]
here = os.path.dirname(os.path.abspath(__file__))
module = None
problems = []
def split(path):
    text = open(path).read()
    lines = text.rstrip('\n').split('\n')
    guard = None
    if lines[0].startswith('#if ') and lines[-1] == '#endif':
        guard = lines[0]; lines = lines[1:-1]
    imports = []
    i = 0
    while i < len(lines) and (lines[i].strip() == '' or re.match(r'^(@\S+\s+|public |package |internal |private )*import ', lines[i])):
        if lines[i].strip(): imports.append(lines[i])
        i += 1
    body = '\n'.join(lines[i:]).strip('\n')
    return guard, imports, body
for line in open(os.path.join(here, 'map.txt')):
    line = line.strip()
    if not line or line.startswith('#'): continue
    if line.startswith('@'): module = line[1:]; continue
    target, sources = line.split(':')
    base = os.path.join(root, 'Sources', module)
    paths = [os.path.join(base, s) for s in sources.split()]
    missing = [p for p in paths if not os.path.exists(p)]
    for p in missing: problems.append('missing ' + p)
    paths = [p for p in paths if p not in missing]
    if not paths: continue
    parts = [split(p) for p in paths]
    guards = {g for g, _, _ in parts}
    if len(guards) != 1:
        problems.append('guards differ: %s %s' % (target, guards)); continue
    imports = sorted({i for _, im, _ in parts for i in im}, key=lambda s: s.replace('@_exported ', '').replace('@preconcurrency ', ''))
    out = []
    g = guards.pop()
    if g: out.append(g)
    if imports: out.append('\n'.join(imports) + '\n')
    out.append('\n\n'.join(b for _, _, b in parts))
    if g: out.append('#endif')
    for p in paths[1:] if paths[0] != os.path.join(base, target) else paths[1:]:
        subprocess.check_call(['git', '-C', root, 'rm', '-q', '-f', os.path.relpath(p, root)])
    t = os.path.join(base, target)
    os.makedirs(os.path.dirname(t), exist_ok=True)
    if os.path.abspath(paths[0]) != os.path.abspath(t):
        subprocess.check_call(['git', '-C', root, 'mv', os.path.relpath(paths[0], root), os.path.relpath(t, root)])
    open(t, 'w').write('\n'.join(out) + '\n')
    subprocess.check_call(['git', '-C', root, 'add', os.path.relpath(t, root)])
print('\n'.join(problems))
