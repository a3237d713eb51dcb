const view = new DataView(new ArrayBuffer(8));

/** The 64 bits of a double as 16 hex digits, most significant first. They distinguish 0 from −0. */
export function bitsOf(value: number): string {
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
}

/** The double with these 16 hex digits. */
export function fromBits(hex: string): number {
  view.setBigUint64(0, BigInt(`0x${hex}`));
  return view.getFloat64(0);
}

/** A copy of a value in which every number is replaced by its bits, for exact comparisons. */
export function withBits(value: unknown): unknown {
  if (typeof value === 'number') return bitsOf(value);
  if (Array.isArray(value) || value instanceof Float64Array) return Array.from(value, withBits);
  if (value instanceof Map) return [...value].map(([key, entry]) => [key, withBits(entry)]);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withBits(entry)]));
}
