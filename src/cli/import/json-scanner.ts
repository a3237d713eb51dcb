import { wrongUse } from '../exit.ts';

/** What stands at the top of a JSON file: a match, or another member of the outermost object. */
export type JsonPiece = MatchPiece | MemberPiece;

/** An item of the list of matches. */
export interface MatchPiece {
  readonly kind: 'match';
  /** Line on which it begins, from 1. */
  readonly line: number;
  /** As it stands in the file. */
  readonly text: string;
  readonly value: unknown;
}

/** A member beside the matches. */
export interface MemberPiece {
  readonly kind: 'member';
  readonly line: number;
  readonly name: string;
  readonly value: unknown;
}

/** The longest single piece. `players`, the largest that is taken whole, holds some 400,000 of them at this size. */
const PIECE_MAX = 32 * 1024 * 1024;

/** Where the scanner is between pieces. */
type Place = 'start' | 'in-list' | 'in-object' | 'in-matches' | 'end';

/**
 * Cuts a JSON file into its pieces without ever holding more than one: the items of the outermost list, or the members
 * of the outermost object with the items of its `matches`. It only follows quotes and brackets; whether a piece is JSON
 * is for `JSON.parse` to say, and a piece that is not makes the file bad as a whole.
 */
export class JsonScanner {
  readonly #name: string;
  #place: Place = 'start';
  #depth = 0;
  #inText = false;
  #escaped = false;
  #piece = '';
  #pieceLine = 1;
  #line = 1;
  #isAfterComma = false;
  #hasMatches = false;
  /** The list of matches has just ended: only a comma or the end may follow. */
  #isBehindMatches = false;

  /** @param name how to call the file in messages. */
  constructor(name: string) {
    this.#name = name;
  }

  /** Takes the next stretch of text; gives the pieces that it completes. */
  *push(text: string): Generator<JsonPiece> {
    for (const character of text) {
      if (this.#inText || this.#depth > 0) this.#inside(character);
      else yield* this.#between(character);
      if (character === '\n') this.#line++;
      if (this.#piece.length > PIECE_MAX) throw this.#failure(this.#pieceLine, 'a value never ends');
    }
  }

  /** @throws {CommandFailure} when the text broke off. */
  finish(): void {
    if (this.#place === 'start') throw wrongUse(`${this.#name} is empty.`);
    if (this.#place !== 'end') throw this.#failure(this.#line, 'the file breaks off');
  }

  /** Follows a nested value or a text to its end. */
  #inside(character: string): void {
    this.#piece += character;
    if (this.#inText) {
      if (this.#escaped) this.#escaped = false;
      else if (character === '\\') this.#escaped = true;
      else if (character === '"') this.#inText = false;
    } else if (character === '"') this.#inText = true;
    else if (character === '{' || character === '[') this.#depth++;
    else if (character === '}' || character === ']') this.#depth--;
  }

  /** Reads the outermost structure: what begins, separates and ends the pieces. */
  *#between(character: string): Generator<JsonPiece> {
    if (this.#place === 'start') this.#begin(character);
    else if (this.#place === 'end') this.#refuseUnlessBlank(character, 'something follows the end');
    else if (character === ',') yield* this.#complete(true);
    else if (character === this.#closing()) {
      yield* this.#complete(false);
      this.#isBehindMatches = this.#place === 'in-matches';
      this.#place = this.#isBehindMatches ? 'in-object' : 'end';
    } else if (character === '[' && this.#place === 'in-object' && /^\s*"matches"\s*:\s*$/.test(this.#piece)) {
      this.#beginMatches();
    } else {
      if (this.#piece.trim() === '') this.#pieceLine = this.#line;
      this.#inside(character);
    }
  }

  #begin(character: string): void {
    if (character === '[') this.#place = 'in-list';
    else if (character === '{') this.#place = 'in-object';
    else this.#refuseUnlessBlank(character, 'it holds neither a list nor an object');
  }

  #beginMatches(): void {
    if (this.#hasMatches) throw this.#failure(this.#line, '“matches” stands there twice');
    this.#hasMatches = true;
    this.#place = 'in-matches';
    this.#piece = '';
    this.#isAfterComma = false;
  }

  /** Ends a piece at a comma or at the closing bracket. Only an empty list or object may have an empty one. */
  *#complete(atComma: boolean): Generator<JsonPiece> {
    const text = this.#piece.trim();
    this.#piece = '';
    const mayBeEmpty = this.#isBehindMatches || !(atComma || this.#isAfterComma);
    if (text === '' ? !mayBeEmpty : this.#isBehindMatches)
      throw this.#failure(this.#line, 'a comma or a value is missing');
    this.#isBehindMatches = false;
    this.#isAfterComma = atComma;
    if (text === '') return;
    const line = this.#pieceLine;
    if (this.#place === 'in-object') yield this.#member(text, line);
    else yield { kind: 'match', line, text, value: this.#parse(text, line) };
  }

  #member(text: string, line: number): MemberPiece {
    const [, name, value = ''] = /^("(?:[^"\\]|\\.)*")\s*:(.*)$/s.exec(text) ?? [];
    if (name === undefined) throw this.#failure(line, 'a member has no name');
    return { kind: 'member', line, name: String(this.#parse(name, line)), value: this.#parse(value, line) };
  }

  #parse(text: string, line: number): unknown {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw this.#failure(line, 'the value that begins there is no JSON', error);
    }
  }

  #closing(): string {
    return this.#place === 'in-object' ? '}' : ']';
  }

  #refuseUnlessBlank(character: string, problem: string): void {
    if (/\S/.test(character)) throw this.#failure(this.#line, problem);
  }

  #failure(line: number, problem: string, cause?: unknown): Error {
    return wrongUse(`${this.#name}, line ${line}: ${problem}. Mend the file.`, { cause });
  }
}
