/** Words that files have where a player is missing, in English, Spanish, Portuguese, Italian and French. Pure. */
import { nameWords } from '@bandeja/contract/name-words';

const GUEST =
  'invitad[oa]s?|invitee?s?|guests?|convidad[oa]s?|ospite|ospiti|amig[oa]s?|friends?|acompanantes?|acompanhantes?';
const WORDS =
  `${GUEST}|inv|conv|sustitut[oa]s?|substitut[oa]s?|substitutes?|subs?|suplentes?|supl?|reservas?|riserva|remplacante?s?|` +
  'anonim[oa]|desconocid[oa]|desconhecid[oa]|sconosciut[oa]|inconnue?|unknown|anonymous|unnamed|unidentified|' +
  '(?:sin|sem|no|senza|sans) (?:nombre|nome|name|nom|identificar|asignar)|(?:no|nao|non) identifi(?:cad[oa]|cat[oa]|ee?)|not identified|' +
  'bye|descanso|comodin|curinga|wildcard|vacantes?|vacant|vag[oa]s?|vazi[oa]|hueco|libre|livre|empty|nadie|ninguem|nobody|none|' +
  'alguien|alguem|someone|somebody|pendiente|pendente|pending|tbd|tba|tbc|n ?n|n ?a|x+|' +
  '(?:por|a|da) (?:definir|definire|confirmar|designar|determinar|asignar)';
const ROLE = 'jugador|jugadora|jug|jogador|jogadora|jog|giocatore|giocatrice|joueur|joueuse|player';
const NUMBER = '\\d{1,2}|[a-d]';
const PLACEHOLDER = new RegExp(
  [
    // “Invitado 2”, “Jugador invitado”, “Guest player”
    `(?:(?:${ROLE}) )?(?:${WORDS})(?: (?:${ROLE}))?(?: ?(?:${NUMBER}))?`,
    // Alone, it may be a name.
    `(?:${ROLE}) ?(?:${NUMBER}|x+|y|z)`,
    // “Invitado de Ana”
    `(?:${GUEST}|sustitut[oa]|substitut[oa]|substitute|sub|suplente|reserva) (?:de|del|do|da|di|of|for|d) .+`,
  ]
    .map((pattern) => `^(?:${pattern})$`)
    .join('|'),
);

/** Whether a text is not the name of a person: “Invitado”, “N.N.”, “Jugador 1”. */
export const isPlaceholder = (text: string): boolean => PLACEHOLDER.test(nameWords(text).join(' '));
