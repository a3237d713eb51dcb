import { createHash } from 'node:crypto';

/** `auto` follows what the reader's system asks for. */
export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

// Each text has a contrast of at least 4.5 against its ground (WCAG 2.2, 1.4.3), the marks at least 3.
const LIGHT =
  '--ground:#fff;--edge:#dfe7e4;--soft:#f1f6f4;--ink:#10231e;--quiet:#566a63;--accent:#0b7a64;--win:#0b7a52;--loss:#b23a1e';
const DARK =
  '--ground:#0f1916;--edge:#27362f;--soft:#18241f;--ink:#eef6f2;--quiet:#9cb0a8;--accent:#45cfae;--win:#54d79f;--loss:#ff9478';

// Every rule is for `.bdj-card`, so that a page that embeds the picture in its HTML keeps its own style.
const RULES = `.bdj-card text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums;fill:var(--ink)}
.bdj-card .ground{fill:var(--ground);stroke:var(--edge)}.bdj-card .soft{fill:var(--soft)}.bdj-card .edge{fill:var(--edge)}
.bdj-card .accent,.bdj-card text.accent{fill:var(--accent)}.bdj-card text.quiet{fill:var(--quiet)}
.bdj-card .win,.bdj-card text.win{fill:var(--win)}.bdj-card text.loss{fill:var(--loss)}
.bdj-card .lost{fill:none;stroke:var(--loss);stroke-width:1.5}.bdj-card text.on-win{fill:var(--ground)}
.bdj-card .line{stroke:var(--edge)}.bdj-card .b{font-weight:700}.bdj-card .m{font-weight:600}`;

const SHEETS: Readonly<Record<Theme, string>> = {
  auto: `.bdj-card{${LIGHT}}\n@media (prefers-color-scheme:dark){.bdj-card{${DARK}}}\n${RULES}`,
  light: `.bdj-card{${LIGHT}}\n${RULES}`,
  dark: `.bdj-card{${DARK}}\n${RULES}`,
};

/** The picture's style sheet. */
export const sheetOf = (theme: Theme): string => SHEETS[theme];

const POLICIES = Object.fromEntries(
  themes.map((theme) => {
    const hash = createHash('sha256').update(SHEETS[theme]).digest('base64');
    return [theme, `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'`];
  }),
) as Readonly<Record<Theme, string>>;

/** The content security policy of the picture when it is opened by itself: its own style sheet and nothing else. */
export const policyOf = (theme: Theme): string => POLICIES[theme];
