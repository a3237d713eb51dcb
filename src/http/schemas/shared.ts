/** The building blocks of shapes, gathered for route files. Nouns keep shapes of their own beside these. */
export {
  Fields,
  InstantText,
  Maybe,
  Nullable,
  named,
  OneOf,
  Text,
  Uuid,
} from '../../domain/shapes.ts';
export { QueryInstant } from '../query.ts';
