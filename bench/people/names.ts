/** Names as people have them, in several scripts: a few are common, most are rare. */

interface Culture {
  /** Its share of all people. */
  readonly share: number;
  /** The commonest first; those after them are made of {@link syllables}. */
  readonly given: readonly string[];
  readonly family: readonly string[];
  readonly syllables: readonly string[];
  /** Whether people have two family names. */
  readonly hasTwo?: boolean;
  readonly isFamilyFirst?: boolean;
}

const list = (text: string): string[] => text.split(' ');

const CULTURES: readonly Culture[] = [
  {
    share: 0.5,
    given: list(
      'María José Antonio Carmen Manuel Ana Francisco Isabel Juan Laura David Cristina Javier Marta Daniel Lucía Carlos Paula Jesús Elena Alejandro Raquel Miguel Sara Pablo Beatriz Sergio Rocío Jorge Patricia Alberto Mónica Luis Nuria Fernando Silvia Álvaro Pilar Rafael Andrea Rubén Teresa Iván Eva Adrián Alba Diego Sonia Óscar Inés Ángel Irene Víctor Natalia Mario Lorena Andrés Noelia Joaquín Verónica Eduardo Susana Íñigo Clara Gonzalo Olga Hugo Julia Martín Claudia Marcos Marina Nicolás Daniela Zoe Begoña Ñanda',
    ),
    family: list(
      'García Rodríguez González Fernández López Martínez Sánchez Pérez Gómez Martín Jiménez Hernández Ruiz Díaz Moreno Muñoz Álvarez Romero Gutiérrez Alonso Navarro Torres Domínguez Ramos Vázquez Ramírez Gil Serrano Molina Morales Suárez Ortega Delgado Castro Ortiz Rubio Marín Sanz Núñez Iglesias Medina Garrido Cortés Castillo Santos Lozano Guerrero Cano Prieto Méndez Cruz Calvo Gallego Vidal León Márquez Herrera Peña Flores Cabrera Campos Vega Fuentes Carrasco Diez Reyes Caballero Nieto Aguilar Pascual Santana Zorrilla',
    ),
    syllables: list('ma ri ta jo an lu ca fe so pe be to ni go da vi el sa mo ra ze xa qui ol ur'),
    hasTwo: true,
  },
  {
    share: 0.3,
    given: list(
      'Marco Sofia João Emma Luca Giulia Pierre Léa Hans Anna Erik Maja Lars Ingrid Søren Mette Jan Katarzyna Łukasz Zoë Thomas Julie Paul Chiara Pedro Inês Tiago Beatriz Rui Catarina Matteo Alice Jules Chloé Björn Åsa Henrik Sven Noah Mia James Emily Jack Olivia Harry Grace',
    ),
    family: list(
      'Silva Rossi Müller Andersson Dubois Ferrari Santos Schmidt Johansson Martin Nowak Jensen Hansen Bernard Pereira Russo Schneider Karlsson Petit Costa Bianchi Fischer Nilsson Smith Jones Taylor Brown Kowalski Đorđević Novák Horváth Öberg Ødegaard Weiß Meyer',
    ),
    syllables: list('ber gen hol lin mar ten wal der ros si ni lo bre tag ne vik son dal ker ha mey ju pol sta'),
  },
  {
    share: 0.08,
    given: list(
      'Александр Мария Иван Анна Сергей Елена Дмитрий Ольга Андрей Наталья Алексей Юлия Максим Артём Пётр Фёдор',
    ),
    family: list(
      'Иванов Смирнов Кузнецов Попов Васильев Петров Соколов Михайлов Новиков Фёдоров Морозов Волков Алексеев Лебедев Семёнов',
    ),
    syllables: list('ма ри та во ло ди ми ка ни се ро ва ле ко зу пе бо га ев ин ов ян'),
  },
  {
    share: 0.07,
    given: list('محمد أحمد علي فاطمة عمر خالد يوسف مريم حسن سارة عبدالله نور'),
    family: list('العلي المصري الحداد الخطيب النجار حسين إبراهيم السيد منصور القاسم'),
    syllables: list('ما را نا سا لي دي كا با هـ عم حم فا رو نو'),
  },
  {
    share: 0.05,
    given: list('伟 芳 娜 秀英 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 小明 志强'),
    family: list('王 李 张 刘 陈 杨 黄 赵 吴 周 徐 孙 马 朱 胡 郭 何 高 林 罗'),
    syllables: list('欧 阳 司 马 上 官 诸 葛 东 方 文 华 国 建 平 海 天 云'),
    isFamilyFirst: true,
  },
];

const GIVEN = 3_000;
const FAMILY = 40_000;
/** A name of this rank is made of syllables; its rank decides which. */
function madeName(rank: number, salt: number, syllables: readonly string[]): string {
  let rest = rank * 7 + salt;
  let name = '';
  do {
    name += syllables[rest % syllables.length] ?? '';
    rest = Math.floor(rest / syllables.length);
  } while (rest > 0);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The name of the next person. `random` gives numbers from 0 to 1. */
export function personName(random: () => number): string {
  let share = random();
  const culture =
    CULTURES.find((one) => {
      share -= one.share;
      return share < 0;
    }) ?? (CULTURES[0] as Culture);
  const { given, family, syllables, hasTwo = false, isFamilyFirst = false } = culture;
  // By Zipf's law, a little flatter: of names the nth is borne by a share of about 1/(n + 8).
  const rank = (count: number): number => Math.floor(8 * ((count / 8 + 1) ** random() - 1));
  const pick = (known: readonly string[], count: number, salt: number): string => {
    const n = rank(count);
    return known[n] ?? madeName(n, salt, syllables);
  };
  const first = pick(given, GIVEN, 1);
  const names =
    hasTwo && random() < 0.8 ? [pick(family, FAMILY, 3), pick(family, FAMILY, 3)] : [pick(family, FAMILY, 3)];
  const firsts = random() < 0.12 ? [first, pick(given, GIVEN, 1)] : [first];
  if (isFamilyFirst) return `${names[0]}${firsts[0]}`;
  return [...firsts, ...names].join(' ');
}

/** A username as such a person takes one. The number makes it the only one. */
export function usernameOf(name: string, number: number, random: () => number): string {
  const plain = name.normalize('NFKD').toLowerCase();
  const [first = '', last = ''] = plain.split(' ').map((word) => word.replace(/[^a-z]/g, '').slice(0, 14));
  const kind = random();
  if (first === '') return `padel${number}`;
  if (kind < 0.4) return `${first}.${last === '' ? '' : last}${number}`;
  if (kind < 0.7) return `${first}${last}${number}`;
  if (kind < 0.9) return `${first.slice(0, 1)}-${last === '' ? 'x' : last}-${number}`;
  return `${first.slice(0, 3)}padel${number}`;
}
