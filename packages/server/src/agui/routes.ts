/** AG-UI 1.0 under `/agui`: every persona and loop is an agent. */
import { Hono } from 'hono'
import { authenticate } from '../auth/authenticate.ts'
import type { AppEnv, Service } from '../http/app-env.ts'
import { readBody } from '../http/read-body.ts'
import { askerOf } from '../session/asker.ts'
import { type TurnWriter, turnResponse } from '../session/turn-response.ts'
import { type AguiEvent, eventText } from './agui-event.ts'
import type { AguiRun } from './agui-run.ts'
import { capabilitiesOf } from './capabilities.ts'
import { AguiEncoder } from './encoder.ts'
import { runStart } from './run.ts'
import { runInput } from './run-input.ts'

export function aguiRoutes(service: Service): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.use(authenticate(service))
  routes.post('/:name', async (context) => {
    const input = await readBody(context, runInput)
    const asker = askerOf(context)
    const start = await runStart(asker, context.req.param('name'), input)
    const writer = writerOf({ ...input, session: start.session })
    const { disconnect: onDisconnect = service.onDisconnect } = input.forwardedProps?.gyre ?? {}
    return turnResponse(service, asker, start, { writer, onDisconnect })
  })
  routes.get('/:name/capabilities', async (context) => {
    const { version } = service.place
    return context.json(await capabilitiesOf(askerOf(context), context.req.param('name'), version))
  })
  return routes
}

function writerOf(run: AguiRun): TurnWriter {
  const encoder = new AguiEncoder(run)
  return {
    begin: () => texts(encoder.start()),
    recall: (moment) => encoder.recall(moment),
    tell: (moment) => texts(encoder.encode(moment)),
    wait: (questions) => texts(encoder.waits(questions)),
    fail: (error) => texts(encoder.failed(error)),
  }
}

function texts(events: readonly AguiEvent[]): string {
  return events.map(eventText).join('')
}
