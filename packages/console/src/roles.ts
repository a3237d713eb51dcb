/** The roles of people, in words. */
import { type Role, roleScopes, roles, type Scope } from '@bandeja/contract/account-enums';
import { texts } from './language.ts';

export const roleNames = texts('console.shared.role_names');

const t = texts('console.shared.roles');

/** Who may do it: the role with the fewest rights that has one of these scopes. */
export function neededRole(scopes: readonly Scope[]): string {
  const role: Role = roles.findLast((one) => roleScopes[one].some((scope) => scopes.includes(scope))) ?? 'manager';
  return t(role);
}
