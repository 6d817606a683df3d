/** The tour of the pages: every view and state there is, and how one comes to it. */
import type { Page } from 'playwright-core'
import { examples } from '../../packages/web/src/welcome/examples.ts'
import type { Seed } from './tour-seed.ts'

export type Stop = {
  readonly name: string
  readonly path: string
  /** What the tab is called, before `· Gyre`. */
  readonly title: string | RegExp
  /** What is in sight once the view is there: a heading, a text. */
  readonly shows: string | RegExp
  /** What is done there first: a dialog is opened. */
  readonly act?: (page: Page) => Promise<void>
  /** What cannot be shown at this width is not gone to. */
  readonly from?: number
}

/** Widths that the design is made for. */
export const widths = [1440, 1024, 390] as const

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click()

/** What the view of a loop shows of its own. */
const ends: Readonly<Record<string, string | RegExp>> = {
  direct: 'by direct',
  cot: 'by cot',
  react: 'Thought, action, observation',
  'plan-execute': /^Plan$/,
  reason: 'Score trend',
  reflexion: 'Attempts side by side',
  'self-ask': 'Question ladder',
  critic: 'Claims, checks, verdicts',
  'tree-of-thoughts': 'arrow keys, type to find',
  waves: 'Wave 1',
  experts: 'Experts and merger',
  research: 'Source ledger',
  auto: 'Chosen loop',
}

function sessionStops({ finished, limit, stuck, failed, waiting, paused, running }: Seed): readonly Stop[] {
  const at = (id: string | undefined) => `/sessions/${id}`
  return [
    ...examples.map(({ loop, goal }) => ({
      ...{ name: `reasoning-${loop}`, path: at(finished.get(loop)?.id), title: new RegExp(startOf(goal)) },
      shows: ends[loop] ?? loop,
    })),
    { name: 'reasoning-running', path: at(running.id), title: /lighthouses/, shows: 'Gain and stop rule' },
    { name: 'reasoning-waiting', path: at(waiting.id), title: /double room/, shows: /Waiting for you/ },
    { name: 'reasoning-paused', path: at(paused.id), title: /17 \* 6/, shows: /paused/i },
    { name: 'reasoning-limit', path: at(limit.id), title: /yard/, shows: /limit/ },
    { name: 'reasoning-stuck', path: at(stuck.id), title: /empty reply/, shows: 'by direct' },
    { name: 'reasoning-failed', path: at(failed.id), title: /end of the year/, shows: /Check the key/ },
    {
      ...{ name: 'abort-dialog', path: at(running.id), title: /lighthouses/, shows: 'Abort this session?', from: 1024 },
      act: press(/^Abort/),
    },
  ]
}

/** The beginning of a goal, as it can be looked for. */
const startOf = (goal: string) => goal.slice(0, 12).replaceAll(/[()*?.]/g, '\\$&')

function chatStops({ finished, failed, waiting, running }: Seed): readonly Stop[] {
  return [
    { name: 'chat-new', path: '/chat', title: 'New chat', shows: /what do you want/i },
    { name: 'persona-picker', path: '/chat', title: 'New chat', shows: 'plan-execute', act: press(/^Persona/) },
    { name: 'chat-cited', path: `/chat/${finished.get('research')?.thread}`, title: /lighthouses/, shows: /Sources/ },
    { name: 'chat-answered', path: `/chat/${finished.get('waves')?.thread}`, title: /17 \* 6/, shows: /144/ },
    { name: 'chat-failed', path: `/chat/${failed.thread}`, title: /end of the year/, shows: /Check the key/ },
    { name: 'chat-running', path: `/chat/${running.thread}`, title: /lighthouses/, shows: 'Pause' },
    { name: 'chat-waiting', path: `/chat/${waiting.thread}`, title: /double room/, shows: /Waiting for you/ },
  ]
}

function stepStops({ finished, running }: Seed): readonly Stop[] {
  const at = (loop: string) => `/sessions/${finished.get(loop)?.id}/steps`
  const title = /17 \* 6/
  return [
    { name: 'steps-waterfall', path: `${at('waves')}?view=waterfall`, title, shows: 'Waterfall' },
    { name: 'steps-table', path: `${at('waves')}?view=table`, title, shows: 'Model or tool' },
    { name: 'steps-flame', path: `${at('waves')}?view=flame`, title, shows: /Each step is as wide/ },
    { name: 'steps-inspector', path: `${at('waves')}?step=plan%231`, title, shows: 'Prompt' },
    { name: 'steps-nothing-found', path: `${at('waves')}?filter=tool:none`, title, shows: 'No step fits' },
    { name: 'steps-running', path: `/sessions/${running.id}/steps`, title: /lighthouses/, shows: 'Waterfall' },
    {
      ...{ name: 'fork-dialog', path: `${at('waves')}?step=plan%231`, title, shows: /A new session keeps/ },
      act: press(/^Fork here/),
    },
  ]
}

function listStops({ finished, sameGoal, fork }: Seed): readonly Stop[] {
  const same = [finished.get('cot'), ...sameGoal].map((each) => each?.id).join(',')
  return [
    { name: 'sessions', path: '/sessions', title: 'Sessions', shows: /lighthouses/ },
    { name: 'sessions-none', path: '/sessions?q=zeppelin', title: 'Sessions', shows: /No session/ },
    { name: 'inbox', path: '/inbox', title: 'Inbox', shows: 'Waiting for a person' },
    { name: 'compare-choose', path: '/compare', title: 'Compare', shows: /Compare/ },
    {
      ...{
        name: 'compare-fork',
        path: `/compare?a=${finished.get('plan-execute')?.id}&b=${fork.id}`,
        title: 'Compare',
      },
      shows: /only in A/,
    },
    { name: 'compare-loops-form', path: '/compare?a=loops', title: 'Compare', shows: /goal/i },
    { name: 'compare-loops', path: `/compare?a=${same}`, title: 'Compare', shows: 'react' },
    { name: 'lab', path: '/compare/lab', title: /Lab/, shows: '37 of 40' },
    { name: 'welcome', path: '/welcome', title: 'Welcome', shows: /Thirteen loops/ },
    { name: 'no-session', path: '/sessions/ses_none', title: 'Not found', shows: 'There is nothing at this address' },
  ]
}

const adminStops: readonly Stop[] = [
  { name: 'admin-models', path: '/admin/models', title: /Models/, shows: /demo\/(?:paced|rules)/ },
  { name: 'admin-personas', path: '/admin/personas', title: /Personas/, shows: 'benchmark' },
  { name: 'admin-persona', path: '/admin/personas?name=hotel', title: /Personas/, shows: /Loop/ },
  { name: 'admin-prompts', path: '/admin/prompts', title: /Prompts/, shows: 'direct.system' },
  { name: 'admin-prompt', path: '/admin/prompts?id=plan-execute.plan', title: /Prompts/, shows: /Save/ },
  { name: 'admin-settings', path: '/admin/settings', title: /Settings/, shows: 'default_loop' },
  { name: 'admin-tools', path: '/admin/tools', title: /Tools/, shows: /calculate|evaluate/ },
  { name: 'admin-mcp', path: '/admin/mcp', title: /MCP servers/, shows: /server/i },
  { name: 'admin-knowledge', path: '/admin/knowledge', title: /Knowledge/, shows: 'notes/tides.md' },
  { name: 'admin-knowledge-found', path: '/admin/knowledge?q=tides', title: /Knowledge/, shows: /Spring/ },
  { name: 'admin-knowledge-graph', path: '/admin/knowledge?name=Anna+Dahl', title: /Knowledge/, shows: /Dahl Yard/ },
  { name: 'admin-memory', path: '/admin/memory', title: /Memory/, shows: /metric units/ },
  { name: 'admin-usage', path: '/admin/usage', title: /Usage/, shows: /calls/ },
  { name: 'admin-keys', path: '/admin/keys', title: /Keys/, shows: 'dashboard' },
  { name: 'admin-audit', path: '/admin/audit', title: /Audit/, shows: /key/ },
  {
    ...{ name: 'key-made', path: '/admin/keys', title: /Keys/, shows: /Note this key down/ },
    act: async (page) => {
      await press('New key')(page)
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('tour')
      await dialog.getByRole('button', { name: /^(Make|Add|Create)/ }).click()
    },
  },
  {
    ...{ name: 'palette', path: '/sessions', title: 'Sessions', shows: 'Change the theme, light or dark' },
    act: (page) => page.keyboard.press('Control+k'),
  },
  {
    ...{ name: 'key-list', path: '/sessions', title: 'Sessions', shows: 'Find or do anything' },
    act: (page) => page.keyboard.press('?'),
  },
]

/** Every view of a Gyre that much was done with, by where one finds it. */
export const tours: Readonly<Record<string, (seed: Seed) => readonly Stop[]>> = {
  chat: chatStops,
  reasoning: sessionStops,
  steps: stepStops,
  lists: listStops,
  administration: () => adminStops,
}

/** Every view that looks otherwise where nothing was done yet. */
export const emptyTour: readonly Stop[] = [
  { name: 'empty-home', path: '/', title: 'Welcome', shows: /Thirteen loops/ },
  { name: 'empty-sessions', path: '/sessions', title: 'Sessions', shows: /No session/ },
  { name: 'empty-inbox', path: '/inbox', title: 'Inbox', shows: 'Nothing waits for you' },
  { name: 'empty-lab', path: '/compare/lab', title: /Lab/, shows: 'The lab was not run yet' },
  { name: 'empty-compare', path: '/compare', title: 'Compare', shows: /Compare/ },
  { name: 'empty-knowledge', path: '/admin/knowledge', title: /Knowledge/, shows: 'You have no documents' },
  { name: 'empty-memory', path: '/admin/memory', title: /Memory/, shows: /No memor|Nothing/ },
  { name: 'empty-usage', path: '/admin/usage', title: /Usage/, shows: /Nothing|No / },
  { name: 'empty-keys', path: '/admin/keys', title: /Keys/, shows: /No key|Nothing/ },
]

/** What somebody sees who is not logged in. */
export const stranger: Stop = {
  ...{ name: 'stranger', path: '/sessions', title: 'Gyre', shows: 'You are not logged in' },
}

/** Goes there, and waits until all of it is there. */
export async function goTo(page: Page, base: string, { path, shows, act }: Stop): Promise<void> {
  await page.goto(`${base}${path}`)
  if (act) {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
    await act(page)
  }
  await page.getByText(shows).filter({ visible: true }).first().waitFor()
  await settled(page)
}

/** For so long nothing changes in a page whose parts are all there. */
const quietMs = 200

/** Until nothing is being loaded, and nothing is still appearing. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction((ms) => {
    const watched = window as { gyreQuiet?: { since: number } }
    if (!watched.gyreQuiet) {
      const quiet = { since: Date.now() }
      watched.gyreQuiet = quiet
      const observer = new MutationObserver(() => {
        quiet.since = Date.now()
      })
      // A clock that ticks is no news.
      observer.observe(document.body, { childList: true, subtree: true })
    }
    return document.querySelector('.skel') === null && Date.now() - watched.gyreQuiet.since > ms
  }, quietMs)
}
