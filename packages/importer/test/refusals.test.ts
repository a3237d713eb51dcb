import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FaultCode, faultRegistry } from '@bandeja/contract/errors/fault-registry';
import { loadMessages } from '@bandeja/messages';

const ENGLISH = 'A sentence of the service.';

/** They have their own texts, or are of other bodies than that of a match. */
const others: ReadonlySet<FaultCode> = new Set<FaultCode>([
  ...(['duplicate_participant', 'implausible_score', 'score_contradicts_winner'] as const),
  ...(['participant_not_eligible', 'unknown_player_key', 'player_refused', 'duplicate_line', 'duplicate_key'] as const),
  ...(['repeated', 'pair_conflict', 'not_enough_players', 'batch_too_large', 'batch_empty'] as const),
]);
const codes = (Object.keys(faultRegistry) as FaultCode[]).filter((code) => !others.has(code));

describe('A refusal of the service in another language than English', () => {
  for (const language of ['es', 'pt-PT', 'pt-BR']) {
    const format = loadMessages(language);

    it(`${language}: has its own text for every rule of a match`, () => {
      for (const code of codes) {
        const text = format('problem.other', { field: 'Sede', code: code as 'other', text: ENGLISH });
        assert.ok(!text.includes(ENGLISH), `${code}: ${text}`);
      }
    });

    it(`${language}: has its own text for every reason not to register a player`, () => {
      const reasons = ['player_not_found', 'username_taken', 'external_id_taken', 'unknown'];
      const ofFields = ['required', 'unknown_field', 'wrong_type', 'out_of_range', 'bad_format', 'not_one_of'];
      for (const code of [...reasons, ...ofFields, 'conflicting']) {
        const values = { text: 'Ana', code: code as 'other', reason: ENGLISH };
        assert.ok(!format('problem.player_refused', values).includes(ENGLISH), code);
      }
    });
  }
});
