/** The few closed lists of English words that the rules need. */

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

export const months = set(
  'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec',
)

export const days = set('monday tuesday wednesday thursday friday saturday sunday')

export const articles = set('a an the this that these those its his her their our my your some any each every both')

export const auxiliaries = set(
  'is are was were be been being am has have had having do does did will would shall should can also still now then only just later soon finally eventually originally',
)

/** A phrase with one of these has a verb, whatever else is in it. */
export const finiteAuxiliaries = set(
  'is are was were am has have had do does did will would shall should can may might could must',
)

export const prepositions = set(
  'of in at on by to from with for near over under between through into across during since until after before around beside behind above below along against about within without towards toward upon as off past beyond among via opposite inside outside',
)

export const conjunctions = set('and or but nor yet plus')

/** Begin a clause with a subject of its own. */
export const subordinators = set('when while because where although though if unless whereas whose than so whereupon')

export const relatives = set('who which that')

export const pronouns = set('it he she they')
export const possessives = set('its his her their')

/** Past forms without -ed that are told of things and people. */
export const irregularVerbs = set(
  'built made wrote led ran held left sold bought met took gave won lost began became grew came went stood lay fell kept found set saw drew spoke sent sank rose bore taught chose broke brought caught cost cut drove ate flew fought forgot got hid hit hung hurt knew laid lent let lit meant paid put read rode rang said sang shot shut sat slept spent split spread stole struck swam swore swept told thought threw understood wore wove written given taken known born drawn grown broken chosen driven flown shown sunk thrown worn begun overseen oversaw undertook',
)

/** Words that a sentence may begin with, and that are no names there. */
export const openers = set(
  'the a an this that these those it its he she they his her their we our i you your my in on at by to from with for of near over under between through into during since until after before around as when while because where although though if unless there here then thus hence however moreover furthermore also but and or nor so yet not no all some many most more much few several each every both either neither any one two three four five six seven eight nine ten once today yesterday tomorrow now later soon first second third finally eventually originally who what which whose whom why how is are was were do does did has have had can could will would should may might must see note another other others such only even just still despite unlike like within without across along among against about upon instead together again ever never always often sometimes perhaps according nothing something everything nobody somebody everybody anyone someone everyone none please let that’s it’s',
)

/** Join two capitalised words into one name, whatever stands before them. */
export const nameParticles = set('de van von der den la le du di da del dos el al bin ibn y zu')

/** Join them when the first part is no name by itself. */
export const looseParticles = set('of upon')

export const honorifics = set(
  'mr mrs ms miss dr sir dame lady lord captain capt professor prof reverend rev colonel col major sergeant lieutenant',
)

/** What stands before a name of its own: `North Skerry` is not `Skerry`. */
export const placeWords = set(
  'north south east west northern southern eastern western new old great little upper lower inner outer mount lake port cape fort saint st san santa isle isles loch point big small high low far near middle',
)

/** Before a name they say that it is a place. */
export const placePrepositions = set('in at into near across through throughout inside outside within')

export const placeNouns = set(
  'capital city town village port state county country province district region island river lake mountain suburb parish',
)

/** What people do, or what is done to them, and seldom to anything else. */
export const personVerbs = set(
  'said says wrote writes told tells asked asks answered replied argued claimed explained thought thinks believed knew knows wanted hoped refused agreed decided promised swore confessed admitted wished feared loved hated married born died buried educated knighted elected appointed hired dismissed retired resigned studied taught learned worked lived travelled traveled returned visited met meets invited designed drew painted composed sang invented built founded created discovered measured surveyed published edited translated signed led commanded sailed walked rode swam spoke spent bought sold earned paid lent owned inherited gave sent took brought kept made began served joined left won lost succeeded recommended suggested proposed called named described noted recalled remembered crossed',
)

/** Whom or what a person has. */
export const personNouns = set(
  'wife husband widow son daughter sons daughters child children father mother brother sister nephew niece uncle aunt cousin grandson granddaughter friend colleague assistant pupil successor predecessor life death birth career marriage letter letters diary memoir memoirs',
)

export const magnitudes = set('hundred thousand million billion')

/** Words that are never a name or a unit by themselves. */
export function isFunctionWord(word: string): boolean {
  return (
    openers.has(word) || prepositions.has(word) || auxiliaries.has(word) || articles.has(word) || conjunctions.has(word)
  )
}
