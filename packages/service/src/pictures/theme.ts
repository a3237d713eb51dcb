import { createHash } from 'node:crypto';
import type { Language } from '../messages/languages.ts';

/** `auto` follows what the reader's system asks for. */
export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export interface PictureOptions {
  readonly theme: Theme;
  readonly language: Language;
  /** Days are days of this zone. Default: UTC. */
  readonly timeZone?: string | undefined;
}

// Each text has a contrast of at least 4.5 against its ground (WCAG 2.2, 1.4.3), the marks at least 3.
const LIGHT =
  '--ground:#fff;--edge:#dfe7e4;--soft:#f1f6f4;--ink:#10231e;--quiet:#566a63;--accent:#0b7a64;--win:#0b7a52;--loss:#b23a1e;--area:#cfe8e0;--band:#0a4a3e';
const DARK =
  '--ground:#0f1916;--edge:#27362f;--soft:#18241f;--ink:#eef6f2;--quiet:#9cb0a8;--accent:#45cfae;--win:#54d79f;--loss:#ff9478;--area:#1d4a3e;--band:#0c3a31';

// Every rule is for `.bdj`, so that a page that embeds the picture in its HTML keeps its own style.
const RULES = `.bdj text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums;letter-spacing:normal;fill:var(--ink)}
.bdj .ground{fill:var(--ground);stroke:var(--edge)}.bdj .soft{fill:var(--soft)}.bdj .edge{fill:var(--edge)}
.bdj .accent,.bdj text.accent{fill:var(--accent)}.bdj text.quiet{fill:var(--quiet)}
.bdj .win,.bdj text.win{fill:var(--win)}.bdj .loss,.bdj text.loss{fill:var(--loss)}
.bdj .lost{fill:none;stroke:var(--loss);stroke-width:1.5}.bdj .level{fill:none;stroke:var(--quiet);stroke-width:1.5}.bdj text.on-win{fill:var(--ground)}
.bdj .band{fill:var(--band)}.bdj .ball{fill:#d9ee4b}.bdj .tile{fill:#fff;fill-opacity:.1}.bdj .dim{fill:#fff;fill-opacity:.25}
.bdj text.on-band{fill:#fff}.bdj text.by-band{fill:#cfe6dd}.bdj text.ball{fill:#d9ee4b}
.bdj .core{fill:var(--ground)}.bdj .line{stroke:var(--edge)}.bdj .area{fill:var(--area)}.bdj .curve{fill:none;stroke:var(--accent);stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.bdj .b{font-weight:700}.bdj .m{font-weight:600}`;

const SHEETS: Readonly<Record<Theme, string>> = {
  auto: `.bdj{${LIGHT}}\n@media (prefers-color-scheme:dark){.bdj{${DARK}}}\n${RULES}`,
  light: `.bdj{${LIGHT}}\n${RULES}`,
  dark: `.bdj{${DARK}}\n${RULES}`,
};

/** The picture's style sheet. */
export const sheetOf = (theme: Theme): string => SHEETS[theme];

const POLICIES = Object.fromEntries(
  themes.map((theme) => {
    const hash = createHash('sha256').update(SHEETS[theme]).digest('base64');
    return [theme, `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'`];
  }),
) as Readonly<Record<Theme, string>>;

/** The content security policy of the picture when it is opened directly. It allows only the picture's own style sheet. */
export const policyOf = (theme: Theme): string => POLICIES[theme];
