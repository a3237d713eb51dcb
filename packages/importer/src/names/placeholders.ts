/** Words that files have where a player is missing, in English, Spanish, Portuguese, Italian and French. Pure. */
import { nameWords } from './name-forms.ts';

const WORDS =
  'invitad[oa]s?|invitee?s?|guests?|convidad[oa]s?|ospite|ospiti|sustitut[oa]s?|substitut[oa]s?|substitutes?|suplentes?|' +
  'reservas?|riserva|remplacante?s?|anonim[oa]|desconocid[oa]|desconhecid[oa]|sconosciut[oa]|inconnue?|unknown|anonymous|' +
  'tbd|tba|n ?n|x+|por definir|a definir|da definire|por confirmar';
/** They are placeholders only with a number or a letter. */
const NUMBERED = 'jugador|jugadora|jogador|jogadora|giocatore|giocatrice|joueur|joueuse|player';
const PLACEHOLDER = new RegExp(`^(?:(?:${WORDS})(?: ?(?:\\d{1,2}|[a-d]))?|(?:${NUMBERED}) ?(?:\\d{1,2}|[a-d]))$`);

/** Whether a text is not the name of a person: “Invitado”, “N.N.”, “Jugador 1”. */
export const isPlaceholder = (text: string): boolean => PLACEHOLDER.test(nameWords(text).join(' '));
