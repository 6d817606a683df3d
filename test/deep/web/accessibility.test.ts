/** Every view can be used by everybody: as WCAG 2.2 AA has it, in both themes, on a phone, and at 200 % zoom. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyTour, goTo, type Stop, stranger, tours } from '../../web/tour.ts'
import { plant, type Seed } from '../../web/tour-seed.ts'
import { complaintsOf, type Gyre, startGyre, useBrowser, type Visitor, visit } from '../../web/visit.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const desk = { width: 1440, height: 900 }
const tablet = { width: 1024, height: 768 }
const phone = { width: 390, height: 844 }
/** What is left of a desk at 200 %. */
const zoomed = { width: 720, height: 450 }

/** The rows of the waterfall are scrolled by the keys of the grid they are in, which has the focus. */
const scrolledByItsGrid = 'scrollable-region-focusable: .scroller <tbody'

/** What axe finds wrong, and where. */
async function faults(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // There are no frames: it need not open another page for each.
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const { violations } = await (rules ? axe.withRules([...rules]) : axe.withTags(tags)).analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, target }) => `${id}: ${target.join(' ')} ${html}`),
  )
  return found.filter((fault) => !fault.startsWith(scrolledByItsGrid))
}

const setTheme = (page: Page, theme: string) =>
  page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme)

/** How far the page can be scrolled sideways, once what is placed by a program has its new place. */
const sideways = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    return document.documentElement.scrollWidth - document.documentElement.clientWidth
  })

/** Controls of the top bar that nobody sees: it does not scroll. */
const lostControls = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('header.top :is(a, button)')]
      .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > window.innerWidth)
      .map((each) => each.textContent),
  )

/** What is drawn, and has no list that tells the same. */
const graphsWithoutList = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.react-flow')].flatMap((graph) => {
      const card = graph.closest('.card')
      const isListed =
        graph.closest('main')?.querySelector('[role="tree"]') ||
        [...(card?.querySelectorAll('button') ?? [])].some((button) => button.textContent === 'List')
      return isListed ? [] : [graph.className]
    }),
  )

const endlessMotion = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter((each) => each.playState === 'running' && each.effect?.getComputedTiming().iterations === Infinity)
      .map((each) => (each as CSSAnimation).animationName),
  )

/** What a phone has of its own: other controls, smaller places for them, and more that scrolls. Its colours are the same. */
const phoneRules = [
  'target-size',
  'scrollable-region-focusable',
  'button-name',
  'link-name',
  'label',
  'list',
  'landmark-unique',
  'aria-valid-attr-value',
]

async function look(page: Page) {
  await page.setViewportSize(desk)
  const light = await faults(page)
  await setTheme(page, 'dark')
  // Dark differs from light in its colours alone.
  const dark = await faults(page, ['color-contrast'])
  await setTheme(page, 'light')
  const seen = { light, dark, graphs: await graphsWithoutList(page), motion: await endlessMotion(page) }
  await page.setViewportSize(tablet)
  const lostOnTablet = await lostControls(page)
  await page.setViewportSize(zoomed)
  const zoomedSideways = await sideways(page)
  await page.setViewportSize(phone)
  const phoneSideways = await sideways(page)
  const lost = [...lostOnTablet, ...(await lostControls(page))]
  return { ...seen, zoomedSideways, phoneSideways, lost, phone: await faults(page, phoneRules) }
}

const nothing = {
  light: [],
  dark: [],
  graphs: [],
  motion: [],
  zoomedSideways: 0,
  phoneSideways: 0,
  lost: [],
  phone: [],
}

async function expectUsable(page: Page, base: string, stop: Stop): Promise<void> {
  await page.setViewportSize(desk)
  await goTo(page, base, stop)
  const { name, title } = stop
  expect.soft(await page.title(), name).toMatch(title)
  expect.soft(await page.locator('h1').count(), `${name}: one heading of the first level`).toBe(1)
  expect.soft(await look(page), name).toEqual(nothing)
}

describe('every view', () => {
  const browser = useBrowser()
  let gyre: Gyre
  let seed: Seed
  let visitor: Visitor
  beforeAll(async () => {
    gyre = await startGyre()
    visitor = await visit(browser(), gyre, desk)
    seed = await plant({ gyre, page: visitor.page })
  })
  afterAll(async () => {
    seed.release()
    await visitor.context.close()
    await gyre.close()
  })

  it.each(Object.entries(tours))('of the %s is usable by everybody', async (_, stopsOf) => {
    for (const stop of stopsOf(seed)) await expectUsable(visitor.page, gyre.server.url, stop)
    // That a session is not there is all that the browser says.
    expect(visitor.complaints.filter((each) => !each.includes('404'))).toEqual([])
  })
})

describe('every view where nothing was done yet', () => {
  const browser = useBrowser()
  let gyre: Gyre
  beforeAll(async () => {
    gyre = await startGyre()
  })
  afterAll(() => gyre.close())

  it('is usable by everybody', async () => {
    const { page, context, complaints } = await visit(browser(), gyre, desk)
    for (const stop of emptyTour) await expectUsable(page, gyre.server.url, stop)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('is usable by who is not logged in', async () => {
    const context = await browser().newContext({ locale: 'en-US', reducedMotion: 'reduce' })
    const page = await context.newPage()
    const complaints = complaintsOf(page)
    await expectUsable(page, gyre.server.url, stranger)
    expect(complaints.filter((each) => !each.includes('401'))).toEqual([])
    await context.close()
  })
})
