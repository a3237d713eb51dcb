/**
 * Loaded into a service (`node --import`). Tells the processor time of its process, all threads together, to whom it is
 * connected: a line in microseconds for each byte that comes. `/proc` counts in steps of 10 ms.
 */
import { createServer } from 'node:net';

const { PROCESSOR_TIME_SOCKET: path = '' } = process.env;
if (path !== '') {
  const server = createServer((socket) => {
    socket.on('data', () => {
      const { user, system } = process.cpuUsage();
      socket.write(`${user + system}\n`);
    });
    socket.on('error', () => {});
    socket.unref();
  });
  server.listen(path).unref();
}
