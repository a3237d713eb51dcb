/** The options that fields of bodies and parameters of queries come from, where they are not simply called so. */
const OPTIONS: readonly (readonly [place: RegExp, option: string])[] = [
  [/^\/participants\/[01]\b/, 'a'],
  [/^\/participants\/[23]\b/, 'b'],
  [/^\/set_scores\b/, 'score'],
  [/^\/winning_team$/, 'winner'],
  // Without --winner it is the score that says who won.
  [/^\/winning_team$/, 'score'],
  [/^\/competition_type$/, 'competition'],
  [/^\/session_external_ref$/, 'session'],
  [/^session_external_ref$/, 'session'],
  [/^\/venue_label$/, 'venue'],
  [/^\/duration_minutes$/, 'minutes'],
  [/^\/external_ref$/, 'ref'],
  [/^\/country_code$/, 'country'],
  [/^\/roster_slug$/, 'roster'],
  [/^\/scopes\b/, 'scope'],
  [/^\/event_types\b/, 'event'],
  [/^\/event_ids\b/, 'event-id'],
  [/^\/overlap_seconds$/, 'overlap'],
  [/^\/expires_in_hours$/, 'hours'],
  [/^\/confirmation\/reported_by$/, 'reported-by'],
  [/^\/confirmation\/deadline$/, 'deadline'],
  [/^\/confirmation\/deadline$/, 'then'],
  [/^\/confirmation\/then$/, 'then'],
];

/**
 * The option that a refused value came from, such as `--competition`.
 * @param place the pointer into the body, or the name of the query parameter.
 * @param isGiven whether the command line has an option of this name.
 * @returns null if it came from no option.
 */
export function optionOf(place: string, isGiven: (name: string) => boolean): string | null {
  const named = OPTIONS.filter(([pattern]) => pattern.test(place)).map(([, option]) => option);
  const plain = place.replace(/^\//, '').replaceAll('_', '-');
  const found = [...named, plain].find(isGiven);
  return found === undefined ? null : `--${found}`;
}
