/** What the routes of pictures have in common. */

import { Localized, OneOf, TimeZoneName } from '@bandeja/contract/shapes';
import type { FastifyReply } from 'fastify';
import { type TProperties, Type } from 'typebox';
import { policyOf, type Theme, themes } from './theme.ts';

export const PictureAnswer = Localized({ description: 'The picture.' });
export const PICTURE_TYPE = 'image/svg+xml';

export const themeQuery = {
  theme: OneOf(themes, {
    default: 'auto',
    description: 'Its colors; `auto` follows the reader’s system.',
    examples: ['dark'],
  }),
} satisfies TProperties;

export const zoneQuery = {
  time_zone: Type.Optional(
    TimeZoneName({
      description: 'The time zone of days. Default: that of the partner.',
      examples: ['America/Mexico_City'],
    }),
  ),
} satisfies TProperties;

/** Ends the description of each route of a picture. */
export const EMBEDDING =
  'It holds no scripts, fonts or links. Fetch it with the key from a server and pass it on; a browser has no key.';

/** Sets the media type, and a content security policy that allows only the picture's own style sheet. */
export function sendPicture(reply: FastifyReply, picture: string, theme: Theme): string {
  reply.header('content-type', `${PICTURE_TYPE}; charset=utf-8`).header('content-security-policy', policyOf(theme));
  return picture;
}
