/**
 * Answers whose verb may give the very object of an earlier answer (`../domain/kept-answers.ts`): such a one is printed and
 * tagged once, and what was printed is gone when the object is.
 */
import type { FastifyReply, preSerializationHookHandler } from 'fastify';
import { tagOf } from './entity-tag.ts';

/** What is sent, with its tag. In UTF-8, since one character beyond Latin-1 makes a text in memory twice as large. */
export interface Printed {
  readonly bytes: Buffer;
  readonly tag: string;
}

declare module 'fastify' {
  interface FastifyReply {
    /** What the answer was printed as, where that is known before it is sent. */
    printed?: Printed;
  }
}

/** What objects were printed as. */
export class Prints {
  readonly #byView = new WeakMap<object, Map<string, Printed>>();

  /**
   * Has a view printed, if it is not yet, to be sent with this reply.
   * @param form tells the ways to print it apart: all that the text depends on besides the view
   * @returns what a handler or a serializer is to give back
   */
  print(reply: FastifyReply, view: object, form: string, toText: () => string): string {
    const forms = this.#byView.get(view) ?? new Map<string, Printed>();
    this.#byView.set(view, forms);
    const printed = forms.get(form) ?? printedAs(toText());
    forms.set(form, printed);
    reply.printed = printed;
    // Fastify sends bytes as well as texts. Its types, which come from the shapes of answers, know of texts alone.
    return printed.bytes as unknown as string;
  }
}

function printedAs(text: string): Printed {
  // In memory of its own: `Buffer.from` shares 64 KiB with others, all of which would stay for as long as one of them does.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return { bytes, tag: tagOf(text) };
}

/** For the `preSerialization` of a route: its JSON is printed once an object. */
export function printingOnce(): preSerializationHookHandler {
  const prints = new Prints();
  return (_request, reply, view, done) => {
    if (reply.statusCode === 200 && typeof view === 'object' && view !== null) {
      const sent = prints.print(reply, view, 'json', () => String(reply.serialize(view)));
      reply.serializer(() => sent);
    }
    done(null, view);
  };
}
