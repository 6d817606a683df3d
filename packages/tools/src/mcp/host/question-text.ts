/** What a server wants to say to a person, made safe to show: no control codes, no endless text. */

const longest = 2000

export function shownToPerson(text: string): string {
  // A terminal would obey control codes; other invisible characters can turn a text around.
  const plain = text.replaceAll(/[^\P{C}\n\t]/gu, '')
  return plain.length <= longest ? plain : `${plain.slice(0, longest)}…`
}
