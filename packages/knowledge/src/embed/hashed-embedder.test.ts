import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { functionWords } from './function-words.ts'
import { hashedEmbedder } from './hashed-embedder.ts'

const { signal } = new AbortController()
const embedder = hashedEmbedder()

async function vectorOf(text: string): Promise<Float32Array> {
  const [vector = new Float32Array()] = await embedder.embed([text], signal)
  return vector
}

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
const nearness = async (a: string, b: string) => dot(await vectorOf(a), await vectorOf(b))

/** Any string at all, and what looks like language. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc
    .array(
      fc.constantFrom('the', 'Straße', 'ÉTÉ', '北京', 'กรุงเทพ', 'Σίσυφος', 'x1', '𠮷野', 'हिन्दी', '한국어', '.', '�'),
    )
    .map((words) => words.join(' ')),
)

describe('hashedEmbedder', () => {
  it('is named after what makes its vectors', () => {
    expect(embedder.id).toBe('lexical/hashed-1')
  })

  // A change here makes every stored vector useless: it needs another id.
  it('gives the texts of this list the vectors it always gave', async () => {
    const always = [
      'The Größe of 北京 in 2024: ไทย, 한국의 수도, Σίσυφος',
      'Wer reitet so spät durch Nacht und Wind? Antidisestablishmentarianism.',
      functionWords().join(' '),
    ]
    const digest = createHash('sha256')
    for (const vector of await embedder.embed(always, signal)) digest.update(Int16Array.from(vector, (x) => x * 1000))
    expect(digest.digest('hex')).toBe('32eebb2bb9ffdb54ae3b7ed0661104a3429f3701fa7e0c3704deeda3efcf23f3')
  })

  it('gives a vector of 1024 numbers and of length one, or of zeros, whatever the text', async () => {
    const whole = fc.asyncProperty(anyText, async (text) => {
      const vector = await vectorOf(text)
      expect(vector).toHaveLength(1024)
      const length = Math.sqrt(dot(vector, vector))
      if (/[\p{L}\p{N}]{2}/u.test(text)) expect(length).toBeCloseTo(1, 5)
      else expect([0, 1]).toContain(Math.round(length * 1e5) / 1e5)
    })
    await fc.assert(whole, { numRuns: 500 })
  })

  it.each(['', '  \n', '… !?', '🙂'])('gives %j zeros', async (text) => {
    expect(await vectorOf(text)).toEqual(new Float32Array(1024))
  })

  it('gives a text the same vector alone, among others and by another embedder, in the order of the texts', async () => {
    const alike = fc.asyncProperty(fc.array(anyText, { maxLength: 8 }), async (texts) => {
      const together = await embedder.embed(texts, signal)
      const other = hashedEmbedder()
      const alone: Float32Array[] = []
      for (const text of texts) alone.push(...(await other.embed([text], signal)))
      expect(together).toEqual(alone)
    })
    await fc.assert(alike, { numRuns: 30 })
  })

  it('makes no difference between upper and lower case', async () => {
    const alike = fc.asyncProperty(anyText, async (text) => {
      const vector = await vectorOf(text.toLowerCase())
      expect(await vectorOf(text.toUpperCase())).toEqual(vector)
    })
    await fc.assert(alike, { numRuns: 500 })
  })

  it.each([
    ['Straße', 'STRASSE'],
    ['GROẞ', 'groß'],
    ['crème brûlée', 'creme brulee'],
    ['e\u0301te\u0301', 'été'],
    ['ﬁnal ①', 'final 1'],
    ['ＦＵＬＬ', 'full'],
    ['Donau\u00addampf', 'Donaudampf'],
    ['ｶﾞｲﾄﾞ', 'ガイド'],
    ['مُحَمَّد', 'محمد'],
    ['Σίσυφος', 'ΣΙΣΥΦΟΣ'],
    ['one,two', 'one -- two'],
  ])('takes %j and %j for the same', async (one, other) => {
    expect(await vectorOf(one)).toEqual(await vectorOf(other))
  })

  it.each([
    ['か', 'が'],
    ['कि', 'की'],
    ['man bites dog', 'dog bites man'],
    ['北京', '京北'],
    ['v1', 'v2'],
  ])('tells %j from %j', async (one, other) => {
    expect(await nearness(one, other)).toBeLessThan(0.99)
  })

  it.each([
    [
      'The spacecraft landed on the surface of Mars',
      'a landing on Mars by a spacecraft',
      'the recipe for the best of the cakes on the table',
    ],
    [
      'Die Donaudampfschifffahrt begann in Wien',
      'Dampfschiffe auf der Donau bei Wien',
      'Die Katze schläft in der Sonne und träumt',
    ],
    ['Les vins de Bordeaux', 'le vin du Bordelais', 'les trains de la ville'],
    ['北京是中国的首都', '中国首都北京', '我的猫是在吃的'],
    ['東京は日本の首都です', '日本の首都', 'これは私のペンです'],
    ['ประเทศไทยมีเมืองหลวงชื่อกรุงเทพ', 'กรุงเทพเป็นเมืองหลวง', 'ฉันชอบกินข้าวผัด'],
    ['한국의 수도는 서울이다', '서울은 한국에 있다', '고양이가 잠을 잔다'],
    ['Столица России — Москва', 'Москва, город в России', 'и на в не что это по но'],
    ['How is error E4012 fixed?', 'E4012: replace the filter', 'How are the texts of a book checked?'],
  ])('finds %j nearer to %j than to %j', async (text, near, far) => {
    const [nearer, farther] = [await nearness(text, near), await nearness(text, far)]
    expect(nearer).toBeGreaterThan(0.15)
    expect(nearer).toBeGreaterThan(farther + 0.1)
  })

  it('counts what is said again and again a little more, not as often as it is said', async () => {
    const once = await nearness('whale', 'whale ocean')
    const often = await nearness('whale', `${'whale. '.repeat(50)} ocean`)
    expect(often).toBeGreaterThan(once)
    const others = await nearness('ocean', `${'whale. '.repeat(50)} ocean`)
    expect(others).toBeGreaterThan(0.1)
  })

  it('is not drowned by data in letters', async () => {
    const data = Array.from({ length: 2000 }, (_, at) => String.fromCharCode(97 + ((at * at + 3 * at) % 26))).join('')
    expect(await nearness('whales in the ocean', `whales in the ocean ${data}`)).toBeGreaterThan(0.4)
  })

  it('reads the beginning of a text that is very long', async () => {
    const long = 'whales sing. '.repeat(4000)
    expect(await vectorOf(`${long}ocean`)).toEqual(await vectorOf(`${long}desert`))
    // Folding makes this one eighteen times longer.
    expect(await vectorOf('\ufdfa'.repeat(100_000))).toHaveLength(1024)
  })

  it('gives others their turn in a long batch', async () => {
    let turns = 0
    let isDone = false
    const count = () => {
      turns++
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    await embedder.embed(
      Array.from({ length: 400 }, (_, at) => `whale ${at} ocean `.repeat(100)),
      signal,
    )
    isDone = true
    expect(turns).toBeGreaterThan(2)
  })

  it('stops when it is aborted', async () => {
    const abort = new AbortController()
    const texts = Array.from({ length: 2000 }, (_, at) => `whale ${at} ocean `.repeat(100))
    const asked = embedder.embed(texts, abort.signal)
    abort.abort(new Error('Enough.'))
    await expect(asked).rejects.toThrow('Enough.')
    await expect(embedder.embed(['a'], abort.signal)).rejects.toThrow('Enough.')
  })
})
