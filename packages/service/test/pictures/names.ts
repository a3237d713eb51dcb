/** Names as people have them, and as people try them: 1 to 80 characters in many scripts. */
import fc from 'fast-check';

const letters: Readonly<Record<string, string>> = {
  latin: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZáéíóúñçãõüßøåÆŁŽİŒ ',
  wide: 'WMw@mÆŒ%',
  narrow: "iljI.'!",
  cyrillic: 'абвгдежзийклмнопрстуфхцчшщъыьэюяЖШЩЮЫЯЉЊ ',
  greek: 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώΩΞΨΦΜ ',
  arabic: 'ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءآأؤإئ ',
  hebrew: 'אבגדהוזחטיכלמנסעפצקרשתםןףץך ',
  chinese: '李小龙王张刘陈杨黄赵周吴徐孙马朱胡林郭何高罗',
  japanese: 'さくらはなこタロウ山田太郎ー',
  korean: '김이박최정강조윤장임한오서신권황안송 ',
  emoji: '🎾🏆😀🔥👍🥇😴🗺❤☀⭐',
  devanagari: 'अआइईकखगघचछजझटठडणतथदधनपफबभमयरलवशषसह ',
  thai: 'กขคงจฉชซญดตถทธนบปผพฟมยรลวศสหอ',
  unmeasured: '﷽𒐫⸻ꙮ𒈙ﷺ꧅',
};
const clusters = [
  '👩‍👩‍👧',
  '👨‍👩‍👧‍👦',
  '🇪🇸',
  '🇵🇹',
  '👍🏽',
  '1️⃣',
  '❤️‍🔥',
  'é',
  'ệ',
  'a\u0301\u0323\u0302\u0303',
  'שׁ',
  'ม้',
  '\u200f',
  '\u200e',
];

const lengths = fc.oneof(fc.integer({ min: 1, max: 24 }), fc.constantFrom(60, 80), fc.integer({ min: 25, max: 80 }));

const cut = (text: string, length: number): string =>
  Array.from(text).slice(0, Math.max(length, 1)).join('').trim() || 'A';

const ofOneScript = fc
  .tuple(fc.constantFrom(...Object.values(letters)), fc.array(fc.nat(999), { minLength: 80, maxLength: 80 }), lengths)
  .map(([script, picks, length]) => {
    const all = Array.from(script);
    return cut(picks.map((pick) => all[pick % all.length]).join(''), length);
  });
const ofClusters = fc
  .tuple(fc.array(fc.constantFrom(...clusters, 'Ana ', 'Зоя ', 'دلال '), { minLength: 1, maxLength: 30 }), lengths)
  .map(([parts, length]) => cut(parts.join(''), length));
const ofManyScripts = fc
  .tuple(fc.array(ofOneScript, { minLength: 2, maxLength: 4 }), lengths)
  .map(([parts, length]) => cut(parts.map((part) => cut(part, 12)).join(' '), length));
const asPeopleHaveThem = fc.constantFrom(
  'Ana García',
  'Bea',
  'João Pedro',
  'Maximiliana Fernández de la Vega y Montes de Oca',
  'Wolfeschlegelsteinhausenbergerdorff',
  'محمد عبد الرحمن',
  'דוד בן־גוריון',
  'Ελένη Παπαδοπούλου',
  'Александра Щербакова',
  '李小龙',
  'Ana & <script>alert(1)</script>',
  ']]>&#0;&lt;"\'',
  'Ana 🎾',
);

export const hostileName = fc.oneof(
  { arbitrary: ofOneScript, weight: 4 },
  { arbitrary: ofClusters, weight: 2 },
  { arbitrary: ofManyScripts, weight: 2 },
  { arbitrary: asPeopleHaveThem, weight: 2 },
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).map((text) => cut(text, 80)),
);
