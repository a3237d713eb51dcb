/** Encodings of DOS and Windows, which `TextDecoder` lacks: the characters of the bytes from 0x80 on. */
const PAGES: Readonly<Record<string, string>> = {
  ibm437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
};

const ALIASES: Readonly<Record<string, string>> = { cp437: 'ibm437', cp850: 'ibm850' };

/** The name of an encoding as the reader uses it; null if there is none. */
export function encodingNamed(text: string): string | null {
  const name = text.trim().toLowerCase();
  const page = ALIASES[name] ?? name;
  if (page in PAGES) return page;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return null;
  }
}

/** Decodes bytes; null if the encoding does not have some of them. */
export function decode(bytes: Uint8Array, encoding: string): string | null {
  const page = PAGES[encoding];
  if (page === undefined) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      return null;
    }
  }
  // In Latin-1 each byte is the character of its number.
  const latin = Array.from({ length: Math.ceil(bytes.length / SLICE) }, (_, at) =>
    String.fromCharCode(...bytes.subarray(at * SLICE, (at + 1) * SLICE)),
  ).join('');
  return latin.replace(/[\x80-\xff]/g, (letter) => page[letter.charCodeAt(0) - HIGH] ?? '');
}

const HIGH = 0x80;
/** `fromCharCode` takes a limited number of arguments. */
const SLICE = 8192;
