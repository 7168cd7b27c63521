import { expect, it, onTestFinished, vi } from 'vitest';
import { makeMailer } from './mailer.ts';

it('prints a mail for console: as plain text, whose links can be copied', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  const link = `https://tavola.example/reset-password#token=${'x'.repeat(80)}`;
  await makeMailer('console:', 'Tavola <no-reply@tavola.example>').send({
    to: 'ada@example.com',
    subject: 'Set a new password',
    text: `Caffè:\n${link}\n`,
    html: '<p>Caffè</p>',
  });
  expect(write.mock.calls).toEqual([
    [`From: Tavola <no-reply@tavola.example>\nTo: ada@example.com\nSubject: Set a new password\n\nCaffè:\n${link}\n\n`],
  ]);
});
