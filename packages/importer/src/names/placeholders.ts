/** Words that files have where a player is missing, in English, Spanish, Portuguese, Italian, French, German and Catalan. Pure. */
import { nameWords } from '@bandeja/contract/name-words';
import { readMarks } from './marks.ts';

const ROLE_NAMES =
  'jugador|jugadora|jug|jogador|jogadora|jog|giocatore|giocatrice|joueur|joueuse|player|spieler|spielerin';
/** Behind or before a name, too. */
const GUEST = 'invitad[oa]s?|invitee?s?|guests?|convidad[oa]s?|convidats?|ospite|ospiti|gast|gaste|visitors?';
const COMPANION =
  'amig[oa]s?|amics?|friends?|freund|freundin|ami|amie|amic[oa]|acompanantes?|acompanhantes?|acompanyant|begleitung|accompagnatore';
const RELATIVE =
  'partner|pareja|parella|parceir[oa]|companer[oa]|companheir[oa]|companys?|companya|compagn[oea]|wife|husband|son|daughter|brother|' +
  'sister|father|mother|dad|mum|mom|cousin|uncle|aunt|nephew|niece|girlfriend|boyfriend|colleague|kid|novi[oa]|namorad[oa]|hij[oa]|filh[oa]|' +
  'fills?|filla|herman[oa]|irma|irmao|germa|germana|padre|pai|pare|madre|mae|mare|prim[oa]|cosi|cosina|marido|marit|mujer|muller|mulher|' +
  'espos[oa]|cunad[oa]|cunhad[oa]|cunyat|cunyada|ti[oa]|oncle|tieta|sobrin[oa]|sobrinh[oa]|nebot|neboda|suegr[oa]|sogr[oa]|coleg[ao]|moglie|' +
  'marito|figli[oa]|fratello|sorella|cugin[oa]|femme|fils|fille|frere|soeur|copain|copine|collegue|frau|mann|sohn|tochter|' +
  'bruder|schwester|vater|mutter|kollege|kollegin';
const EMPTY =
  'null|none|nan|undefined|nil|void|blank|empty|missing|false|true|vide|vuoto|leer|buit|nulo|nulle?|' +
  '(?:en|em|in) (?:blanco|branco|blanc|bianco)|not (?:available|applicable|assigned|set)|no (?:player|data|value)|div 0|ref|value|valor|0|n ?n|n ?a|x+';
const WORDS =
  `${GUEST}|${COMPANION}|${EMPTY}|inv|conv|sustitut[oa]s?|substitut[oa]s?|substitutes?|subs?|suplentes?|suplent|supl?|reservas?|riserva|` +
  'remplacante?s?|ersatz|ersatzspieler|anonim[oa]|anonym|desconocid[oa]|desconhecid[oa]|desconeguda?|desconegut|sconosciut[oa]|inconnue?|' +
  'unbekannt|unknown|anonymous|unnamed|unidentified|' +
  '(?:sin|sem|no|senza|sans|ohne|kein|sense) (?:nombre|nome|name|nom|identificar|asignar|jugador|jogador|giocatore|joueur|spieler)|' +
  '(?:no|nao|non) identifi(?:cad[oa]|cat|cat[oa]|ee?)|not identified|bye|descanso|comodin|curinga|wildcard|vacantes?|vacant|vag[oa]s?|' +
  'vazi[oa]|vaci[oa]|hueco|libre|livre|nadie|ninguem|ningu|nessuno|personne|niemand|nobody|alguien|alguem|algu|someone|somebody|jemand|qualcuno|' +
  'pendiente|pendente|pendent|pending|offen|tbd|tba|tbc|(?:por|a|da|per) (?:definir|definire|confirmar|designar|determinar|asignar)|' +
  'coach|trainer|monitor|monitora|entrenadora?|treinadora?|allenatore|entraineur|maestro|profe|profesora?|professora?|arbitr[oe]|referee|umpire|' +
  'organizador|organizer|staff|admin|member|miembro|soci[oa]|membro|membre|mitglied|plus 1|one more|mas 1|mais 1';
const NUMBER = '\\d{1,2}|[a-d]';
const TEAM = 'team|equipo|equipa|equipe|pareja|parella|dupla|coppia|squadra|paire|mannschaft|paar|pair';
const OF = '(?:de|del|do|da|di|du|of|for|von|vom|d|della|dell) .+';
const PLACEHOLDER = new RegExp(
  [
    // “Invitado 2”, “Jugador invitado”, “Guest player”
    `(?:(?:${ROLE_NAMES}) )?(?:${WORDS})(?: (?:${ROLE_NAMES}))?(?: ?(?:${NUMBER}))?`,
    // Without a number, it may be a name.
    `(?:${ROLE_NAMES}|${TEAM}) ?(?:${NUMBER}|x+|y|z)`,
    // “Invitado de Ana”, “Partner of Ana”
    `(?:${GUEST}|${COMPANION}|${RELATIVE}|sustitut[oa]|substitut[oa]|substitute|sub|suplente?|reserva|ersatz|plus 1) (?:${OF})`,
    // “Sam invitado”, “Guest Sam”; “Amigo” may be a surname.
    `(?:${GUEST}) .+|.+ (?:${GUEST})`,
  ]
    .map((pattern) => `^(?:${pattern})$`)
    .join('|'),
);
/** “Sam (friend)”, “Bea (partner of Ana)” */
const IN_BRACKETS = /[([{]([^()[\]{}]+)[)\]}]/gu;
const BRACKETED = new RegExp(`^(?:${COMPANION}|(?:${COMPANION}|${RELATIVE}) (?:${OF})|plus 1)$`);
/** “Ana’s friend” */
const GENITIVE = new RegExp(String.raw`\p{L}['’‘´${'`'}]s\s+(?:${GUEST}|${COMPANION}|${RELATIVE})\b`, 'iu');

/** Whether a text is not the name of a person: “Invitado”, “Sam (guest)”, “Partner of Ana”, “N.N.”, “Jugador 1”, “null”. */
export function isPlaceholder(text: string): boolean {
  // “d’Ana” is two words, and “+1” is a guest.
  const wordsOf = (part: string): string =>
    nameWords(part.replace(/(?<!\p{L})(d|dell|l)['’](?=\p{L})/giu, '$1 ').replace(/\+\s*1(?!\d)/, ' plus 1 ')).join(
      ' ',
    );
  const inBrackets = Array.from(text.matchAll(IN_BRACKETS), ([, content = '']) => wordsOf(content));
  return (
    PLACEHOLDER.test(wordsOf(text)) ||
    PLACEHOLDER.test(wordsOf(readMarks(text).plain)) ||
    inBrackets.some((content) => BRACKETED.test(content)) ||
    GENITIVE.test(text)
  );
}
