/** What went wrong, in a sentence for the person at the screen. */
import { BandejaError } from '@bandeja/client';
import type { Scope } from '@bandeja/contract/account-enums';
import { fill, texts } from './language.ts';
import { neededRole } from './roles.ts';

const t = texts({
  no_answer: [
    'The service did not answer. Check the network, then try again.',
    'El servicio no ha respondido. Comprueba la red y vuelve a intentarlo.',
    'O serviço não respondeu. Verifique a rede e tente de novo.',
  ],
  invalid_credentials: [
    'This is not valid, or no longer. Sign in again.',
    'No es válido, o ya no lo es. Vuelve a entrar.',
    'Não é válido, ou já não é. Entre de novo.',
  ],
  plan_forbidden: [
    'Your plan does not include this. It needs {needed}.',
    'Tu plan no lo incluye. Hace falta {needed}.',
    'O seu plano não inclui isto. É preciso {needed}.',
  ],
  insufficient_scope: [
    'Your role may not do this. {needed}.',
    'Tu rol no lo permite. {needed}.',
    'A sua função não o permite. {needed}.',
  ],
  test_key_required: [
    'Only test data has a sandbox. Choose “Try it with test data” under your name.',
    'Solo los datos de prueba tienen sandbox. Elige «Probar con datos de prueba» bajo tu nombre.',
    'Só os dados de teste têm sandbox. Escolha «Experimentar com dados de teste» sob o seu nome.',
  ],
  partner_suspended: [
    'The access of your club is suspended. Nothing is lost, and scores wait on this device. Ask the operator of Bandeja.',
    'El acceso de tu club está suspendido. No se pierde nada y los resultados esperan en este dispositivo. Pregunta a quien opera Bandeja.',
    'O acesso do seu clube está suspenso. Nada se perde, e os resultados esperam neste dispositivo. Contacte quem opera o Bandeja.',
  ],
  not_found: [
    'It does not exist, or you may not see it.',
    'No existe o no puedes verlo.',
    'Não existe ou não o pode ver.',
  ],
  rate_limited: [
    'You have reached your rate limit. Try again in {seconds} {seconds|second|seconds}.',
    'Has alcanzado tu límite. Vuelve a intentarlo en {seconds} {seconds|segundo|segundos}.',
    'Atingiu o seu limite. Tente de novo dentro de {seconds} {seconds|segundo|segundos}.',
  ],
  overloaded: [
    'The service is busy. Try again in a moment.',
    'El servicio está ocupado. Vuelve a intentarlo en un momento.',
    'O serviço está ocupado. Tente de novo dentro de momentos.',
  ],
  not_ready: [
    'The service is starting or stopping. Try again in a moment.',
    'El servicio está arrancando o parando. Vuelve a intentarlo en un momento.',
    'O serviço está a arrancar ou a parar. Tente de novo dentro de momentos.',
  ],
  internal_error: [
    'The service failed. Send the request id to its operator.',
    'El servicio ha fallado. Envía el identificador de la petición a quien lo opera.',
    'O serviço falhou. Envie o identificador do pedido a quem o opera.',
  ],
  revision_conflict: [
    'Someone else has changed it. Reload, look at the change, and do it again.',
    'Alguien lo ha cambiado. Recarga, mira el cambio y repítelo.',
    'Alguém o alterou. Recarregue, veja a alteração e repita.',
  ],
  last_manager: [
    'The club needs a manager. Make somebody else a manager first.',
    'El club necesita un gestor. Haz antes gestor a otra persona.',
    'O clube precisa de um gestor. Torne primeiro gestor outra pessoa.',
  ],
  too_many_people: [
    'The club has 200 people. Remove someone first.',
    'El club tiene 200 personas. Quita antes a alguien.',
    'O clube tem 200 pessoas. Remova alguém primeiro.',
  ],
  too_many_passkeys: [
    'You have 10 passkeys. Remove one first.',
    'Tienes 10 llaves de acceso. Quita antes una.',
    'Tem 10 chaves de acesso. Remova uma primeiro.',
  ],
  username_taken: [
    'Another public player has this username. Choose another one, or keep the player private.',
    'Otro jugador público tiene este nombre de usuario. Elige otro, o deja al jugador privado.',
    'Outro jogador público tem este nome de utilizador. Escolha outro, ou mantenha o jogador privado.',
  ],
  external_id_taken: [
    '{detail}',
    'Otro jugador tiene este identificador. Si son la misma persona, usa ese jugador. ({detail})',
    'Outro jogador tem este identificador. Se são a mesma pessoa, use esse jogador. ({detail})',
  ],
  starting_level_settled: [
    'The player has ten or more rated matches. The starting level stays.',
    'El jugador tiene diez partidos valorados o más. El nivel inicial se queda.',
    'O jogador tem dez encontros avaliados ou mais. O nível inicial fica.',
  ],
  invalid_transition: ['{detail}', 'Ahora no es posible. ({detail})', 'Agora não é possível. ({detail})'],
  invalid_body: ['{detail}', 'Hay un dato que no es válido. ({detail})', 'Há um dado que não é válido. ({detail})'],
  pair_conflict: [
    '{detail}',
    'Las parejas se contradicen. Revisa las parejas fijas y las que se evitan. ({detail})',
    'As duplas contradizem-se. Verifique as duplas fixas e as que se evitam. ({detail})',
  ],
  participant_not_eligible: [
    '{detail}',
    'Un jugador no existe, o es privado y no se comparte contigo. ({detail})',
    'Um jogador não existe, ou é privado e não é partilhado consigo. ({detail})',
  ],
  too_many_links: [
    '{detail}',
    'Esta noche ya tiene el máximo de enlaces. Retira alguno primero. ({detail})',
    'Esta noite já tem o máximo de links. Retire algum primeiro. ({detail})',
  ],
  link_may_not_score: [
    '{detail}',
    'Este enlace no puede anotar este resultado. Pídeselo a quien organiza. ({detail})',
    'Este link não pode registar este resultado. Peça a quem organiza. ({detail})',
  ],
  not_enough_players: [
    'A round needs four players.',
    'Una ronda necesita cuatro jugadores.',
    'Uma ronda precisa de quatro jogadores.',
  ],
  unexpected: [
    'The console failed. Reload the page. ({detail})',
    'La consola ha fallado. Recarga la página. ({detail})',
    'A consola falhou. Recarregue a página. ({detail})',
  ],
});

type Sentences = typeof t;

/** A refusal of the console itself. Its message is a sentence for the person at the screen. */
export class Refusal extends Error {}

/** An error in a sentence: the console's own if it has one, else the service's. */
export function explain(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (!(error instanceof BandejaError)) return fill(t.unexpected, { detail: String(error) });
  const { code, problem, retryAfter, errors } = error;
  const detail = errors.length === 0 ? error.detail : errors.map((fault) => fault.detail).join(' ');
  const { required_plans: plans = [], required_scopes: scopes = [] } = problem;
  const needed = scopes.length > 0 ? neededRole(scopes as Scope[]) : plans.join(' / ');
  const textOf = (one: string | undefined): string | undefined => t[one as keyof Sentences];
  const known = code.endsWith('_not_found') ? t.not_found : (textOf(errors[0]?.code) ?? textOf(code));
  return known === undefined ? detail : fill(known, { needed, detail, seconds: retryAfter ?? 60 });
}

export const isSuspended = (error: unknown): boolean =>
  error instanceof BandejaError && error.code === 'partner_suspended';

/** A forbidden page has its own state, because retrying would not help. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof BandejaError && error.status === 403 && !isSuspended(error);
