/** `12,345` */
export function grouped(count: number): string {
  return Math.round(count)
    .toFixed(0)
    .replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

/** `12,345 matches`, `1 match` */
export function countOf(number: number, one: string, many = `${one}s`): string {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}
