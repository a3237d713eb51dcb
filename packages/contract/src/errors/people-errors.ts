/** The errors of people and their sign-ins, a part of the registry. */
export const peopleErrors = {
  cross_site_request: {
    status: 403,
    title: 'The request comes from another page',
    meaning:
      'A browser sent the request for a page that is not of this service: `Sec-Fetch-Site` is not `same-origin`, or `Origin` is neither the address of the service nor `PUBLIC_URL`. Only requests with a cookie, and those that would get one, are checked.',
    remedy:
      'Use the console at the address of the service. Behind a proxy, keep the `Host` header or set `PUBLIC_URL`. Programs use a key.',
    guide: 'people.md#behind-a-proxy',
  },
  person_not_found: {
    status: 404,
    title: 'There is no such person',
    meaning: 'The partner has no person with this id, or the person was removed.',
    remedy: 'Use an id from GET /v1/people.',
    guide: 'people.md',
  },
  sign_in_not_found: {
    status: 404,
    title: 'There is no such sign-in',
    meaning: 'No sign-in that you may end has this id, or it has ended.',
    remedy: 'Use an id from GET /v1/sign-in or GET /v1/people.',
    guide: 'people.md',
  },
  passkey_not_found: {
    status: 404,
    title: 'There is no such passkey',
    meaning: 'No passkey that you may remove has this id, or it was removed.',
    remedy: 'Use an id from GET /v1/sign-in or GET /v1/people.',
    guide: 'people.md#passkeys',
  },
  last_manager: {
    status: 409,
    title: 'This is the last manager',
    meaning: 'Without this person, the partner would have no manager. Nothing was changed.',
    remedy: 'Make another person a manager first. An operator can also do it without one.',
    guide: 'people.md',
  },
  too_many_people: {
    status: 409,
    title: 'The partner has too many people',
    meaning: 'The partner has 200 people that are not removed, the maximum.',
    remedy: 'Remove a person that no longer needs the console.',
    guide: 'people.md',
  },
  too_many_passkeys: {
    status: 409,
    title: 'You have too many passkeys',
    meaning: 'You have 10 passkeys, the maximum.',
    remedy: 'Remove one that you no longer use.',
    guide: 'people.md#passkeys',
  },
  passkeys_unavailable: {
    status: 409,
    title: 'Passkeys do not work at this address',
    meaning: 'Browsers have passkeys only on `localhost`, and on a host name over HTTPS.',
    remedy:
      'Open the service at an address such as `https://padel.club`. Behind a proxy, set `X-Forwarded-Proto` or `PUBLIC_URL`. Until then, sign in with an invitation.',
    guide: 'people.md#passkeys',
  },
} as const;
