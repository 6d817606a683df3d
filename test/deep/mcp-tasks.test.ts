/** A tool of a real server that takes seconds, and asks a person meanwhile. */
import { it } from 'vitest'
import { everything, everythingOver } from '../mcp/support/peers.ts'
import { person, ServersUnderTest } from '../mcp/support/servers-under-test.ts'

const transports = ['stdio', 'streamableHttp', 'sse'] as const

// Most of their time is the server's, which waits.
it.concurrent.for(transports)('runs as a task over %s', async (over, { expect, onTestFinished }) => {
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
