import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { admissionIn, type OwnWord } from './admission.ts'

const sure: OwnWord = { confidence: 'high', gaps: '', question: 'How old is it?' }
const lacking: OwnWord = { confidence: 'low', gaps: 'the year', question: 'How old is it?' }

describe('admissionIn', () => {
  const admissions = [
    'I cannot browse the internet.',
    'I could not find a source for it.',
    "I'm unable to access that page.",
    'I was not able to verify this.',
    'I have not been able to open it.',
    'I don’t have access to live data.',
    "I don't have real-time access to the web.",
    "I don't have internet access.",
    "I don't have direct access to that page.",
    "I don't currently have access to it.",
    'I have no access to the archive.',
    "I don't have up-to-date information about it.",
    'I lack the tools for that.',
    'Unable to access the page.',
    'Unfortunately, unable to open the file.',
    'I would need to search the web first.',
    'As an AI language model, I cannot see files.',
    'Ich kann das Internet leider nicht durchsuchen.',
    'Leider kann ich nicht auf das Web zugreifen.',
    'Ich kann die Datei nicht öffnen.',
    'Ich konnte keine Quelle dafür finden.',
    'Ich habe keinen Zugriff auf das Web.',
    'Leider habe ich keinen direkten Internetzugang.',
    'Mir fehlen die nötigen Daten.',
    'Ich bin leider nicht in der Lage dazu.',
    'Es ist mir nicht möglich.',
    'Je ne peux pas accéder à cette page.',
    'Je ne suis pas en mesure d’ouvrir ce fichier.',
    'Je n’ai pas accès au web.',
    "Je n'ai pas pu trouver cette date.",
    'Je ne dispose pas de ces données.',
    'Il m’est impossible de vérifier cela.',
    'No puedo buscar en la web.',
    'No he podido encontrarlo.',
    'No tengo acceso a esos datos.',
    'No tengo la información.',
    'No dispongo de esos datos.',
    'No me es posible verificarlo.',
  ]

  it.each(admissions)('finds %j', (text) => {
    expect(admissionIn(`It is an old bridge. ${text}`)).toBe(text)
    expect(admissionIn(`It is an old bridge. ${text}`, lacking)).toBe(text)
  })

  it.each([
    'You cannot miss it.',
    'Nobody can find a better one.',
    'I can browse it.',
    'It cannot be seen from the road.',
    '> I cannot browse the internet.',
    'Man kann es nicht sehen.',
    'No tiene acceso por carretera.',
    'We cannot see atoms with the naked eye.',
    'Dear Ms Doe, We cannot provide a refund.',
    'In the worst case we have to search all n elements.',
    'The page says "I cannot find the file" and stops.',
    "'I can't find my keys' is “No puedo encontrar mis llaves”.",
    'Er sagt „Ich kann es nicht finden“ und geht.',
    'It prints `I cannot open the file` there.',
    '```\nI cannot open the file.\n```',
    '~~~text\nI cannot open the file.\n',
    '',
  ])('finds nothing in %j', (text) => {
    expect(admissionIn(text)).toBeUndefined()
    expect(admissionIn(text, lacking)).toBeUndefined()
  })

  it.each(admissions)('believes one who is sure and lacks nothing, unless %j is all there is', (text) => {
    expect(admissionIn(`It is an old bridge. ${text}`, sure)).toBeUndefined()
    expect(admissionIn(text, sure)).toBe(text)
    expect(admissionIn(`${text} Please ask the archive.`, sure)).toBe(text)
  })

  it.each(["Translate 'I can't find my keys' into Spanish.", 'Write a letter that says so.', 'Übersetze den Satz.'])(
    'believes one who is sure and was asked: %s',
    (question) => {
      const text = 'No puedo encontrar mis llaves.'
      expect(admissionIn(text, { ...sure, question })).toBeUndefined()
      expect(admissionIn(text, { ...lacking, question })).toBe(text)
    },
  )

  it.each([
    'I found nothing that answers “Who founded the yard?”',
    'I found no information about it.',
    'Ich habe dazu nichts gefunden.',
    "Je n'ai rien trouvé.",
    'No he encontrado nada.',
  ])('takes %j for one where it is said what is missing', (text) => {
    expect(admissionIn(text, lacking)).toBe(text)
    for (const word of [undefined, sure, { ...lacking, gaps: '' }, { ...lacking, confidence: 'medium' as const }]) {
      expect(admissionIn(text, word)).toBeUndefined()
    }
  })

  it('looks at both ends of a long answer, in one pass', () => {
    const long = 'It is an old bridge. '.repeat(50_000)
    expect(admissionIn(`${long}I cannot find the year.`)).toBe('I cannot find the year.')
    expect(admissionIn(`\`\`\`\n${long}\n\`\`\`\nI cannot find the year.`)).toBe('I cannot find the year.')
    expect(admissionIn(`\`\`\`\n${long}\nI cannot find the year.\n\`\`\``)).toBeUndefined()
  })

  it.each(['i cannot ', '"', "'", '“', "'a ", '```\n', '`', '> ', 'ich kann ', "je n'ai pas les "])(
    'reads a long text of %j',
    (piece) => expect(admissionIn(piece.repeat(100_000))).toBeUndefined(),
  )

  it('is a piece of the answer, and never one in a quotation', () => {
    const piece = fc.oneof(fc.constantFrom(...admissions, '\n', ' ', '“', '”', '"', '```\n', '> '), fc.string())
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const answer = pieces.join('')
        expect(answer).toContain(admissionIn(answer) ?? '')
        const quoted = `He said “${answer.replace(/[“”\n]/g, ' ').slice(0, 400)}x” there.`
        expect(admissionIn(quoted)).toBeUndefined()
      }),
    )
  })
})
