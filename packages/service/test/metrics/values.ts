/** The values of metrics in the text format of Prometheus, by name and labels. */
export function values(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => /^[^#]/.test(line));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}
