/** What the scripts for bash and zsh write alike: the branches of a `case`, by the options there are. */
import { type Offer, type OptionOffer, spellingsOf } from './completion-table.ts'

/** Branches that note what follows an option; those of a command are told apart by its name. */
export function optionCases(options: readonly OptionOffer[], command?: string): readonly string[] {
  return options.flatMap((option) => {
    if (option.value === undefined) return []
    const patterns = spellingsOf(option).map((spelling) => (command ? `${command}:${spelling}` : spelling))
    return [`${command ? '    ' : '        '}${patterns.join('|')}) value=${quoted(codeOf(option.value))} ;;`]
  })
}

/** What may stand in a place, as the script tells it to itself. */
export function codeOf(offer: Offer): string {
  if (offer.kind === 'values') return `values:${offer.of}`
  return offer.kind === 'words' ? `words:${offer.words.join(',')}` : offer.kind
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
