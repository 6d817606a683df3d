/** A tool of a real server that takes seconds, and asks a person meanwhile. */
import { expect, it, onTestFinished } from 'vitest'
import { everything, everythingOver } from '../mcp/support/peers.ts'
import { person, ServersUnderTest } from '../mcp/support/servers-under-test.ts'

it.each(['stdio', 'streamableHttp', 'sse'] as const)('runs as a task over %s', async (over) => {
  const running = over === 'stdio' ? undefined : await everythingOver(over)
  const here = new ServersUnderTest({ e: running ? { url: running.url } : everything })
  onTestFinished(async () => {
    await here.close()
    await running?.stop()
  })
  const said: (string | undefined)[] = []
  const { ask, questions } = person('Python snake species')
  const context = { ask, progress: ({ message }: { message?: string }) => void said.push(message) }
  const { text } = await here.call('e.simulate-research-query', { topic: 'python', ambiguous: true }, context)
  expect(text).toContain('# Research Report: python (snake)')
  expect(questions).toMatchObject([
    {
      choices: [
        'Python programming language',
        'Python snake species',
        'Monty Python comedy group',
        '/decline',
        '/cancel',
      ],
    },
  ])
  expect(said).toContain('Generating report...')
})
