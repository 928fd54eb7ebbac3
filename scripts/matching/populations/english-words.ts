const list = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Given names of the eighteenth and nineteenth century, the most common first. */
export const GIVEN_NAMES = list(`
john william thomas george james mary elizabeth charles robert henry edward joseph richard samuel sarah ann anne jane
david alexander francis frederick walter arthur alfred peter daniel benjamin margaret hannah martha charlotte harriet
emma ellen catherine eliza susan louisa caroline maria frances isabella alice lucy emily rebecca esther edmund hugh
andrew philip stephen matthew michael patrick albert ernest herbert harold sidney percy reginald edwin isaac jacob
abraham nathaniel ralph christopher nicholas roger gilbert simon anthony laurence lewis archibald duncan donald kenneth
colin malcolm angus neil ebenezer josiah jonathan joshua job amos enoch silas theodore augustus octavius horatio rupert
cecil bertram cuthbert godfrey humphrey leonard lionel maurice oliver oscar owen evan griffith rhys llewelyn morgan
agnes barbara beatrice bridget clara constance dorothy edith eleanor ethel eva fanny flora florence georgiana gertrude
grace helen henrietta ida jean jessie julia kate laura lilian lydia mabel marion matilda mildred millicent minnie nora
olive phoebe priscilla rachel rosa rose ruth selina sophia susannah sybil theresa ursula victoria winifred`);

export const SURNAMES = list(`
smith jones williams brown taylor davies wilson evans thomas johnson roberts walker wright robinson thompson white hughes
edwards green hall wood harris lewis martin jackson clarke clark turner hill scott cooper morris ward moore king watson
baker harrison morgan patel young allen mitchell james anderson phillips lee bell parker davis bennett miller cook shaw
cox richardson carter collins gray adams hunt simpson bailey palmer webb barnes marshall rogers stone chapman mason
russell knight mills lloyd fisher ellis gibson hunter holmes graham reid ross murray stewart campbell macdonald robertson
fraser hamilton wallace burns douglas crawford cunningham johnston kerr boyd sinclair cameron mackenzie gordon grant
forbes ogilvy drummond lindsay maxwell elliot armstrong percy neville howard talbot stanley cavendish russell seymour
fitzroy bentinck grosvenor cecil herbert sackville spencer churchill townshend walpole pelham pitt fox grenville temple
wyndham paget legge finch montagu villiers compton curzon harcourt lascelles wentworth fairfax cholmondeley egerton
leigh warburton brooke stafford bagot lyttelton dudley foley winnington pakington cookes berkeley codrington hicks beach
estcourt acland trelawny carew courtenay northcote fortescue rolle bampfylde drake buller edgcumbe eliot boscawen
godolphin basset vyvyan prideaux molesworth rashleigh tremayne pendarves gurney barclay hoare childe baring rothschild
goldsmid montefiore ricardo darwin wedgwood galton huxley hooker lyell sedgwick whewell airy herschel babbage boole
lovelace faraday davy dalton joule kelvin rayleigh stokes maxwell ramsay dewar crookes perkin frankland playfair roscoe`);

export const TOWNS = list(`
london manchester birmingham liverpool leeds sheffield bristol edinburgh glasgow dublin cardiff belfast newcastle
nottingham hull bradford leicester plymouth southampton portsmouth norwich york bath exeter oxford cambridge canterbury
winchester salisbury gloucester worcester hereford shrewsbury chester lancaster carlisle durham lincoln peterborough
ipswich colchester chelmsford brighton hastings dover maidstone guildford reading aberdeen dundee perth inverness
stirling swansea wrexham bangor truro falmouth penzance derby stoke wolverhampton coventry northampton bedford`);

export const OCCUPATIONS = list(`
politician painter writer cricketer footballer military_officer poet actor clergyman botanist lawyer engineer journalist
composer architect historian physician surgeon novelist engraver sculptor singer chemist explorer naturalist judge
diplomat banker publisher photographer mathematician astronomer geologist translator philosopher economist antiquarian
missionary theologian playwright priest soldier sailor merchant farmer teacher illustrator entomologist zoologist`);

/** Short forms and nicknames of given names. */
export const CALLED: Readonly<Record<string, readonly string[]>> = {
  william: ['wm', 'bill', 'will', 'willie'],
  john: ['jack', 'jno', 'johnny'],
  thomas: ['tom', 'thos', 'tommy'],
  robert: ['bob', 'rob', 'robt'],
  richard: ['dick', 'richd'],
  henry: ['harry', 'hy'],
  edward: ['ned', 'ted', 'edwd'],
  james: ['jim', 'jas', 'jimmy'],
  charles: ['charlie', 'chas'],
  george: ['geo', 'georgie'],
  joseph: ['joe', 'jos'],
  samuel: ['sam', 'saml'],
  frederick: ['fred', 'fredk'],
  francis: ['frank'],
  alexander: ['alec', 'sandy', 'alexr'],
  elizabeth: ['eliza', 'betsy', 'bess', 'lizzie'],
  mary: ['polly', 'molly', 'may'],
  margaret: ['peggy', 'maggie', 'margt'],
  sarah: ['sally'],
  ann: ['annie', 'nancy'],
  catherine: ['kate', 'kitty'],
  benjamin: ['ben', 'benjn'],
  daniel: ['dan'],
  walter: ['wat'],
  alfred: ['alf'],
  arthur: ['art'],
};
