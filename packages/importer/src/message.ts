/** What the reader reports: codes with values. `@bandeja/messages` has their texts, and makes them in one place. */
import type { Format, MessageCode, Values, ValuesOf } from '@bandeja/messages/message';

export interface Message<C extends MessageCode = MessageCode> {
  readonly code: C;
  readonly values: ValuesOf<C>;
}

/** The messages whose codes begin with this word. */
export type MessageOf<P extends string> = {
  [C in MessageCode & `${P}.${string}`]: Message<C>;
}[MessageCode & `${P}.${string}`];

export type Note = MessageOf<'note'>;
export type Warning = MessageOf<'warning'>;

/** One thing that is wrong with a row. */
export type Fault = MessageOf<'fault'> & {
  /** The headers of the cells that are wrong; empty if the row as a whole is. */
  readonly columns: readonly string[];
};

export const message = <C extends MessageCode>(code: C, ...[values]: Values<C>): Message<C> => ({
  code,
  values: (values ?? {}) as ValuesOf<C>,
});

/** A fault of a text that was read, without its place. */
export type Misreading = Pick<Fault, 'code' | 'values'>;

/** A value read from text, or what is wrong with the text. */
export type Reading<T> = { readonly value: T } | { readonly fault: Misreading };

export const misread = <C extends MessageCode & `fault.${string}`>(
  code: C,
  ...values: Values<C>
): { readonly fault: Misreading } => ({ fault: message(code, ...values) as Misreading });

export const faultOf = (fault: Misreading, columns: readonly string[] = []): Fault => ({ ...fault, columns }) as Fault;

export const textOf = (format: Format, { code, values }: Pick<Message, 'code' | 'values'>): string =>
  (format as (code: MessageCode, values: object) => string)(code, values);

/** The file cannot be read, or a question about it is open. */
export class ImportFault extends Error {
  override readonly name = 'ImportFault';
  readonly fault: MessageOf<'file' | 'question'>;
  /** What else a person needs to know, such as the other sheets of a workbook. */
  readonly also: Message | null;

  constructor(fault: MessageOf<'file' | 'question'>, also: Message | null = null) {
    super(`${fault.code} ${JSON.stringify(fault.values)}`);
    this.fault = fault;
    this.also = also;
  }
}

export const fileFault = <C extends MessageCode & `file.${string}`>(code: C, ...values: Values<C>): ImportFault =>
  new ImportFault(message(code, ...values) as MessageOf<'file'>);

/** What the number of a row counts: the lines of a file, the rows of a sheet, or the matches of a list. */
export type RowName = 'line' | 'row' | 'match';

/** A row, in the values of a message. */
export const placeOf = (row_name: RowName, line: number) => ({ row_name, line: String(line) });
