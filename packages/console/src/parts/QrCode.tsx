import { generate } from 'lean-qr/nano';
import { useMemo } from 'react';

/** The path of a code's dark squares, one unit each. */
function drawCode(text: string): { readonly path: string; readonly size: number } {
  const code = generate(text);
  const squares: string[] = [];
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) squares.push(`M${x} ${y}h1v1h-1z`);
  }
  return { path: squares.join(''), size: code.size };
}

/** Dark on white in both themes: some phones read no inverted codes. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { path, size } = useMemo(() => drawCode(text), [text]);
  return (
    <svg
      className="qr"
      role="img"
      aria-label={label}
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      shapeRendering="crispEdges"
    >
      <rect x={-4} y={-4} width={size + 8} height={size + 8} />
      <path d={path} />
    </svg>
  );
}
