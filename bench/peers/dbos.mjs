/** DBOS: the loop as a workflow, each model call and each tool call a step of it. */
import { DBOS } from '@dbos-inc/dbos-sdk'
import { goal, lookup, nextTurn } from '../scripted-task.ts'

async function reply(workload, messages) {
  const results = messages.filter(({ role }) => role === 'tool').length
  const turn = await nextTurn(workload, results)
  return typeof turn === 'string' ? { role: 'assistant', content: turn } : { role: 'assistant', calls: turn }
}

async function loop(workload) {
  const messages = [{ role: 'user', content: goal }]
  for (;;) {
    const message = await DBOS.runStep(() => reply(workload, messages), { name: 'model' })
    messages.push(message)
    if (!message.calls) return message.content
    const results = await Promise.all(
      message.calls.map(({ q }) => DBOS.runStep(async () => lookup(workload, q), { name: 'tool' })),
    )
    for (const content of results) messages.push({ role: 'tool', content })
  }
}

const workflow = DBOS.registerWorkflow(loop, { name: 'lookup' })

async function onPostgres({ url }) {
  DBOS.setConfig({ name: 'bench', systemDatabaseUrl: url, logLevel: 'error', runAdminServer: false })
  await DBOS.launch()
  return {
    run: async (workload) => (await DBOS.startWorkflow(workflow)(workload)).getResult(),
    close: () => DBOS.shutdown(),
  }
}

export const contestant = { durable: { PostgreSQL: onPostgres } }
