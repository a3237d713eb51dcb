/** The roles of people, in words. */
import { type Role, roleScopes, roles, type Scope } from '@bandeja/contract/account-enums';
import { texts } from './language.ts';

export const roleNames = texts({
  manager: ['Manager', 'Gestor', 'Gestor'],
  organizer: ['Organizer', 'Organizador', 'Organizador'],
  coach: ['Coach', 'Entrenador', 'Treinador'],
  viewer: ['Viewer', 'Lector', 'Leitor'],
});

const t = texts({
  manager: ['Needs a manager', 'Hace falta un gestor', 'Precisa de um gestor'],
  organizer: ['Needs an organizer', 'Hace falta un organizador', 'Precisa de um organizador'],
  coach: ['Needs a coach', 'Hace falta un entrenador', 'Precisa de um treinador'],
  viewer: ['Needs a viewer', 'Hace falta un lector', 'Precisa de um leitor'],
});

/** Who may do it: the role with the fewest rights that has one of these scopes. */
export function neededRole(scopes: readonly Scope[]): string {
  const role: Role = roles.findLast((one) => roleScopes[one].some((scope) => scopes.includes(scope))) ?? 'manager';
  return t[role];
}
