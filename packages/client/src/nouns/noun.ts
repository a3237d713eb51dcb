import type { Connection } from '../connection.ts';

/** What can be done with one kind of thing. */
export class Noun {
  protected readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }
}
