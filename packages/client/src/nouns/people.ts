import type { ApiPromise, PagePromise } from '../api-promise.ts';
import type {
  InvitedPerson,
  IssuedInvitation,
  NewPerson,
  Person,
  PersonNamePage,
  PersonPage,
  PersonPatch,
} from '../generated/api.ts';
import type { CallOptions } from '../transport.ts';
import { Noun, type ReadOf } from './noun.ts';

/** The people of your club. Only managers that are signed in may call most of it: no key has the scope. */
export class People extends Noun {
  /** Adds a person. The token of the invitation is only in this response. */
  add(person: NewPerson, options?: CallOptions): ApiPromise<InvitedPerson> {
    return this.call('POST /v1/people', { body: person }, options);
  }

  /** Lists people in order of creation. */
  list(filters: ReadOf<'GET /v1/people'> = {}): PagePromise<PersonPage> {
    return this.pages('GET /v1/people', {}, filters);
  }

  /** Lists the names behind `person:<id>`, in order of creation. Keys may call it, too. */
  names(filters: ReadOf<'GET /v1/people/names'> = {}): PagePromise<PersonNamePage> {
    return this.pages('GET /v1/people/names', {}, filters);
  }

  get(id: string, options?: CallOptions): ApiPromise<Person> {
    return this.call('GET /v1/people/{id}', { path: { id } }, options);
  }

  update(id: string, changes: PersonPatch, options?: CallOptions): ApiPromise<Person> {
    return this.call('PATCH /v1/people/{id}', { path: { id }, body: changes }, options);
  }

  /** Removes a person; with `erase`, also the name. */
  remove(id: string, { erase, ...options }: CallOptions & { readonly erase?: boolean } = {}): ApiPromise<void> {
    return this.callVoid('DELETE /v1/people/{id}', { path: { id }, query: { erase } }, options);
  }

  /** Makes another invitation. Its token is only in this response. */
  invite(id: string, options?: CallOptions): ApiPromise<IssuedInvitation> {
    return this.call('POST /v1/people/{id}/invitation', { path: { id } }, options);
  }

  withdrawInvitation(id: string, options?: CallOptions): ApiPromise<void> {
    return this.callVoid('DELETE /v1/people/{id}/invitation', { path: { id } }, options);
  }
}
