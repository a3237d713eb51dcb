/** How the page looks, in light and dark. */
export const style = `
:root { color-scheme: light dark; --ink: light-dark(#1d232b, #e6e9ee); --soft: light-dark(#5b6672, #9aa5b1);
  --page: light-dark(#ffffff, #14181d); --grid: light-dark(#e8ebef, #272d35); --edge: light-dark(#c4cad2, #3d4650);
  --ours: light-dark(#0b6bcb, #5aa9f5); --other: light-dark(#c2571a, #f0955a); --faint: light-dark(#b4bcc6, #4f5a66);
  --path-2: light-dark(#2b8a5b, #57c48d); --path-3: light-dark(#7a4fc0, #b394ee); --path-4: light-dark(#8a7a1f, #d6c155); }
body { margin: 2rem auto; max-width: 88rem; padding: 0 1.5rem; background: var(--page); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.7rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; } p, ul { max-width: 62rem; }
.warning { border-left: 4px solid var(--other); padding: .4rem .8rem; }
.charts { display: flex; flex-wrap: wrap; gap: 1rem; } .wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 13px; }
th, td { padding: .2rem .5rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--grid); }
th:first-child { text-align: left; font-weight: 500; } td small { display: block; color: var(--soft); font-size: 11px; }
thead th { color: var(--soft); font-weight: 500; } .fitting { color: var(--soft); padding-top: .9rem; }
.is-ours th, .is-ours td { font-weight: 650; } .is-ours td small { font-weight: 400; }
.legend { color: var(--soft); font-size: 13px; } .key { display: inline-block; width: 1.4em; height: 3px; margin: 0 .4em .25em 1.2em; }
.key:first-child { margin-left: 0; } .ours-key { background: var(--ours); } .other-key { background: var(--other); }
svg { max-width: 100%; height: auto; } svg text { font: 11px system-ui, sans-serif; fill: var(--soft); }
svg .title { font-size: 12px; font-weight: 650; fill: var(--ink); } svg .name { fill: var(--ink); }
.middle { text-anchor: middle; } .end { text-anchor: end; }
.grid { stroke: var(--grid); } .zero { stroke: var(--edge); stroke-width: 1.5; fill: none; }
.interval { stroke: var(--other); stroke-width: 2; } .spread { stroke: var(--ours); opacity: .5; }
.ours, .other, .faint, .path { fill: none; stroke-width: 2; stroke-linejoin: round; }
.ours { stroke: var(--ours); } .other { stroke: var(--other); } .faint { stroke: var(--faint); stroke-width: 1; }
.ours-dot { fill: var(--ours); } .other-dot { fill: var(--other); } .ours-dot, .other-dot { stroke: var(--page); stroke-width: 1; }
.path { stroke-width: 1.5; } .path-0 { stroke: var(--ours); } .path-1 { stroke: var(--other); } .path-2 { stroke: var(--path-2); }
.path-3 { stroke: var(--path-3); } .path-4 { stroke: var(--path-4); }
`;
