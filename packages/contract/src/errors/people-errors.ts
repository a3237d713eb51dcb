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
} as const;
