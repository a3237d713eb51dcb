/** `2 matches`, `1 match` */
export const countOf = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;
