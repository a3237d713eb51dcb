import { LanguageSelect } from '../parts/LanguageSelect.tsx';
import type { OpenLink } from './link.ts';
import { Insecure } from './Notices.tsx';
import { shared } from './words.ts';

export function Foot({ link }: { readonly link: OpenLink }) {
  return (
    <footer className="foot">
      <Insecure />
      <LanguageSelect />
      <a href={link.tvUrl}>{shared('tv')}</a>
    </footer>
  );
}
