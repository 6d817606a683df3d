/** Words that say nothing of the matter, in English and German. */

const english = `a about above after again all almost along also although always am among an and another any are around as at away
back be became because become becomes been before began being below besides between beyond both but by came can cannot come could
did do does done down during each either else even ever every few finally first for former from further furthermore
gave get gets give given gives go goes had has have having he hence her here hers herself him himself his how however
i if in indeed instead into is it its itself just kept last later least less like likewise made make makes making many may meanwhile
might more moreover most much must my near neither never nevertheless next no nobody none nor not nothing now of off often on once one only
onto or other others our out over own per perhaps put quite rather said same say says second several shall she should similarly since so
some soon still such take taken takes than that the their them themselves then there thereby therefore these they third this those though through
thus to today together too took toward towards two under until up upon us used using usually very was we well went were what when where whereas
whether which while who whom whose why will with within without would yet you your according additionally consequently overall today
despite except unlike yesterday eventually initially originally recently currently following across against`
const german = `aber ab als also am an ander andere anderen auch auf aus bei beide beiden beim bereits bis bzw da dabei dadurch dafür damit danach dann
daran darauf daraus darin das dass davon dazu dem den denn der deren des dessen die dies diese diesem diesen dieser dieses doch dort durch
ein eine einem einen einer eines er es etwa für ganz gegen gibt hat hatte hatten haben hier ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im immer in
indem ins ist ja jede jedem jeden jeder jedes jedoch kann kein keine keinen können konnte konnten man mehr mit muss müssen nach nachdem nicht noch nun nur
ob obwohl oder ohne schon sehr sei sein seine seinem seinen seiner seines seit sich sie sind so sobald sogar solche sondern sowie trotz über um und uns unter
viel viele vom von vor während wann war waren was weil wenn wer werden wie wieder will wir wird wo wurde wurden zu zum zur zwar zwischen zudem außerdem daher deshalb`

const wordsIn = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/))

/** Of other languages as many as tell them apart. */
const french = `le la les un une des du de et est était sont dans par pour sur avec qui que dont au aux ce cette ces il elle ils fut été pas plus son sa ses en`
const spanish = `el la los las un una unos de del y es era son en por para con que se su sus al lo como más fue fueron ha no este esta`
const italian = `il lo la gli le un una di del della dei e è era sono in per con che si nel nella al alla come più fu non questo questa`
const dutch = `de het een en van is was waren in op voor met die dat werd werden niet ook aan door naar bij uit over zijn haar`
const portuguese = `o a os as um uma de do da dos das e é era são em por para com que se no na nos nas ao como mais foi não este esta`

const englishWords = wordsIn(english)
const germanWords = wordsIn(german)
const languages: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['en', englishWords],
  ['de', germanWords],
  ['fr', wordsIn(french)],
  ['es', wordsIn(spanish)],
  ['it', wordsIn(italian)],
  ['nl', wordsIn(dutch)],
  ['pt', wordsIn(portuguese)],
])

export function isFunctionWord(word: string): boolean {
  const said = word.toLowerCase()
  return englishWords.has(said) || germanWords.has(said)
}

/** Whether the words are German rather than English. */
export function areGerman(words: readonly string[]): boolean {
  let german = 0
  for (const word of words) {
    const said = word.toLowerCase()
    german += Number(germanWords.has(said)) - Number(englishWords.has(said))
  }
  return german > 0
}

/** How many of the words each language has as function words. */
export function functionWordCounts(words: readonly string[]): ReadonlyMap<string, number> {
  const said = words.map((word) => word.toLowerCase())
  return new Map([...languages].map(([language, known]) => [language, said.filter((word) => known.has(word)).length]))
}
