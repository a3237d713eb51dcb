/** `bandeja webhooks listen` */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { verifyWebhook, WebhookError } from '@bandeja/client';
import { aClub, type Club } from '@bandeja/service/test/support/club';
import { answerWith, Receiver } from '@bandeja/service/test/support/receiver';
import { useTestService } from '@bandeja/service/test/support/service';
import { until } from '@bandeja/service/test/support/until';
import { type CliRun, runCli, runInside } from './run-cli.ts';

const service = useTestService({ listen: true });

/** Runs the command until `isDone`, then interrupts it. */
async function listenUntil(
  club: Club,
  args: readonly string[],
  onReady: () => Promise<unknown>,
  isDone: () => boolean,
) {
  let stop = () => {};
  const run = runCli(['webhooks', 'listen', ...args], {
    url: service().url ?? assert.fail(),
    key: club.partner.token ?? assert.fail(),
    watch: (stderr, kill) => {
      stop = () => kill('SIGINT');
      if (stderr.includes('whsec_')) ready.resolve();
    },
  });
  const ready = Promise.withResolvers<void>();
  await ready.promise;
  await onReady();
  await until(isDone);
  stop();
  return run;
}

const secretOf = ({ stderr }: CliRun): string => /whsec_\S+/.exec(stderr)?.[0] ?? assert.fail(stderr);

async function aReceiver(t: TestContext): Promise<Receiver> {
  const receiver = await Receiver.start();
  t.after(() => receiver.stop());
  return receiver;
}

describe('bandeja webhooks listen', () => {
  it('new events are sent in order, signed with the printed secret', async (t) => {
    const [club, receiver] = [await aClub(service()), await aReceiver(t)];
    const old = await club.submit();
    const run = await listenUntil(
      club,
      ['--forward-to', receiver.url],
      async () => {
        await club.submit();
        await club.submit();
      },
      () => receiver.received.filter(({ event }) => event.type === 'match.completed').length === 2,
    );
    assert.equal(run.exitCode, 130, run.stderr);
    const secret = secretOf(run);
    for (const { headers, body, event } of receiver.received) {
      assert.deepEqual(await verifyWebhook(secret, headers, body), event);
      assert.notEqual(event.data.match?.id, old.id);
    }
    const [first] = receiver.received;
    assert.ok(first);
    await assert.rejects(verifyWebhook(secret, first.headers, `${first.body} `), WebhookError);
    assert.match(run.stdout, new RegExp(`^match\\.completed  ${first.id}  204  \\d+ ms\n`));
  });

  it('--event selects types, --secret signs them, and the receiver’s response is printed', async (t) => {
    const [club, receiver] = [await aClub(service()), await aReceiver(t)];
    receiver.behaviour = answerWith(500);
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    const run = await listenUntil(
      club,
      ['--forward-to', receiver.url, '--secret', secret, '--event', 'match.voided'],
      async () => {
        const { id } = await club.submit();
        await club.partner.request('POST', `/v1/matches/${id}/void`, { body: { reason: 'twice' } });
      },
      () => receiver.count === 1,
    );
    const [{ headers, body, id, event } = assert.fail('nothing was received')] = receiver.received;
    assert.equal(event.type, 'match.voided');
    const signature = createHmac('sha256', Buffer.alloc(24, 7))
      .update(`${id}.${headers['webhook-timestamp']}.${body}`)
      .digest('base64');
    assert.equal(headers['webhook-signature'], `v1,${signature}`);
    assert.match(run.stdout, /^match\.voided {2}\S+ {2}500 {2}\d+ ms\n$/);
  });

  it('a receiver that hangs up does not stop later events', async (t) => {
    const [club, receiver] = [await aClub(service()), await aReceiver(t)];
    receiver.behaviour = (_, response) => void response.destroy();
    const run = await listenUntil(
      club,
      ['--forward-to', receiver.url, '--event', 'match.completed'],
      async () => {
        await club.submit();
        await club.submit();
      },
      () => receiver.count === 2,
    );
    assert.match(run.stdout, /^(match\.completed {2}\S+ {2}reset {2}\d+ ms\n){2}$/);
  });

  it('an invalid address or secret is rejected', async () => {
    for (const [args, problem] of [
      [['--forward-to', 'localhost:9090'], /--forward-to: “localhost:9090” must begin with http:\/\/ or https:\/\//],
      [['--forward-to', 'http://localhost:9090', '--secret', 'abc'], /--secret: must look like whsec_/],
      [[], /^bandeja: Give --forward-to <url>/],
    ] as const) {
      const run = await runInside(['webhooks', 'listen', ...args]);
      assert.equal(run.exitCode, 2);
      assert.match(run.stderr, problem);
    }
  });
});
