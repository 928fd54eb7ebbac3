/**
 * Written forms of one name that no rule of sound joins: abbreviations that clerks write, spellings of Arabic and
 * Persian names, regional forms of Sanskrit names, and English abbreviations in parish registers. The form before the
 * colon is the standard one. Pet names are not here: two children may bear a name and its pet form.
 *
 * Kinds of source: abbreviations printed on Indian electoral rolls and police FIR forms (Md, Mohd, Sk, Kr, Km, Ch);
 * variant lists of name dictionaries (Gandhi, "Dictionary of Hindu Names"; Ahmed, "A Dictionary of Muslim Names");
 * the b/v, y/j and -endra/-inder alternations of Bengali, Odia and Punjabi; lists of abbreviations of English parish
 * registers as record offices print them.
 */
const table = `
mohammad: md mohd mohmd mohamd muhd mhd mohamed mohammed mohamad mohammod mahomed mahammad mahammed muhammad muhammed muhamad muhamed mohommad mohummad
ahmad: ahmed ahamed ahammed ahemad ahmd ahamad ehmad
shaikh: sk shk sheikh shaik shek sheik sekh shekh sheikha
sayyid: syed sayed saiyed saiyad sayyed syd saiyid sayad
abdul: abdool abdal abdoul abd abdur abdus
rahman: rehman rahaman rahaman rehaman rahmaan
rahim: raheem reheem rehim
hussain: husain hossain hussein husein hosain hussien huseyn
hasan: hassan hassaan
yusuf: yousuf yousef yusoof eusuf yosuf yoosuf usuf
ibrahim: ebrahim ibraheem ibrahem
ismail: esmail ismael ismaeel ismayil
iqbal: ikbal eqbal
usman: osman uthman usmaan
umar: omar umer omer
ayesha: aisha aysha aesha ayisha aisa ayeshah aishah
fatima: fathima fatema fatimah fathimah
khadija: khatija kadija khadeeja khateeja kadeeja
zainab: zaynab jainab zeinab zenab
mustafa: mustapha musthafa moustafa
sulaiman: suleman sulaman suleiman solaiman soleman
akhtar: akthar akter aktar akther akhter
begum: begam begom
khatun: khatoon katun khatoun
anwar: anvar anowar anuar anwer
farooq: faruk faruq farouk farukh
siddiq: siddique siddiqui siddiqi siddeeq sidik sidique siddik
qureshi: kureshi quraishi koreshi qureishi
choudhari: choudhary chaudhary chaudhari chaudhry choudhry chowdhury chowdhary choudhury chowdhry chaudhuri chaudhri choudhuri chaudary choudary chowdary
kumar: kr kmr kumer
kumari: kumaree
singh: sing sinh simha snh
krishna: krushna krsna krisna krishn
krishnan: krushnan krisnan
lakshmi: lakshumi latchumi letchumi lachumi laxmi lakshme lakshmy laxmee lekshmi lekshmy luxmi
lakshman: laxman lachhman lachman laxmana lakshmana
jyoti: jyothi jothi joti jyotee jothy
vijay: bijay bijoy vijai vijoy
vikas: bikas bikash vikash
vinod: binod vinodh binode
vimal: bimal
vishnu: bishnu vishnoo
vasudev: vasudeva
rukmini: rukmani
manikandan: manikantan
priya: piriya
prakash: parkash prokash
subrata: subrat
vasant: basant vasanth
vasanti: basanti vasanthi
vivek: bibek vivake
biswas: vishwas viswas
biswajit: vishwajit vishvajeet biswajeet viswajit vishwajeet
vishwanath: biswanath visvanath bishwanath vishwanatha
virendra: birendra virender birender virinder
varun: barun
arun: aroon
anup: anoop
arup: aroop
yashoda: jashoda jasoda yasoda
yamuna: jamuna
yogesh: jogesh
yogendra: jogendra yogender joginder
yadav: jadav yadava jadhav
sourav: saurabh sourabh saurav sorabh sourabha
gaurav: gourab gourav gaurab
gautam: goutam gowtham gautham gowtam goutham gauthaman
debashish: debasis devashish debashis devasish
dev: deb
devi: debi
devendra: debendra devender devinder davinder
indrajit: inderjit indrajeet inderjeet
manjit: manjeet
harjit: harjeet
amarjit: amarjeet
ranjit: ranjeet
gurpreet: gurprit gurpret
harpreet: harprit harpret
manpreet: manprit
rishi: rushi
rishikesh: hrishikesh rushikesh hrushikesh
hrithik: ritwik rithvik hritik rithik hrithick
shreya: sreya
shri: shree
jayashri: jayashree jayshree jaishri jayasree jaishree jayshri
rajashri: rajashree rajshree rajshri rajasree
bhagyashri: bhagyashree bhagyasree
vidyashri: vidyashree vidyasree
dnyaneshwar: gyaneshwar jnaneshwar dnyaneshvar
shivaji: sivaji shivajee
saraswati: saraswathi sarasvati saraswathy
parvati: parvathi parwati parvathy
savitri: savithri sabitri savithry savitree
sumitra: sumithra
gayatri: gayathri gaytri gayathry gayatree
draupadi: droupadi draupathi drowpathi dropadi
meenakshi: minakshi meenaxi meenatchi minaxi meenachi
visalakshi: vishalakshi visalatchi vishalaxmi vishalaxi
kamakshi: kamatchi kamaxi
akshay: akshai
akshata: akshatha
sangita: sangeetha sangeeta sangitha
kavita: kavitha kabita
savita: savitha sabita
sunita: sunitha suneeta
anita: anitha aneeta
babita: babitha
geeta: gita geetha githa
swati: swathi svati
subramanian: subramaniam subramanyam subramanyan subrahmanyam subramani subrahmanian subramanya subrahmanya
balasubramanian: balasubramaniam balasubramanyam balasubramanyan
venkatesh: venkatesa vengatesh venkatesha venkates
venkatraman: venkataraman venkatramana venkataramana
raghavendra: raghavender ragavendra
srinivas: shrinivas sreenivas srinivasa shreenivas sreenivasa
ramesh: ramesha
suresh: suresha
ganesh: ganesha
mahesh: mahesha
rajesh: rajesha
umesh: umesha
satish: sathish sateesh satheesh satis sathis
harish: hareesh haresh harees
girish: gireesh girees
jagdish: jagadish jagadeesh jagdeesh
shailesh: sailesh
mukesh: mukes mukhesh
narayan: narain narayana naryan narayn
raghunath: raghunatha ragunath
satyanarayan: satyanarayana sathyanarayana
murugan: murugan
shanmugam: shanmugham sanmugam shunmugam shanmuga
palaniswami: palanisamy palanisami pazhanisamy palaniswamy
ramaswami: ramasamy ramaswamy ramasami
govindaswami: govindasamy govindaswamy
kuppuswami: kuppusamy kuppuswamy
kandaswami: kandasamy kandaswamy
chinnaswami: chinnasamy chinnaswamy
periyaswami: periyasamy periasamy periaswamy
ayyappan: aiyappan iyappan ayappan
iyer: aiyar ayyar iyyer aiyer
iyengar: ayyangar iyyengar aiyangar
pillai: pillay pilla pilai
nair: nayar naair nayer
menon: menan
thevar: devar thewar
mudaliar: mudaliyar modaliar
gounder: goundar gowder gaundar
reddi: reddy redy
rao: rau row ravu
naidu: nayudu naydu
shetty: shetti setty setti
gowda: gouda gauda gowdar
hegde: hegade heggade
patil: pateel
kulkarni: kulkarny
deshpande: deshpandey despande
pande: pandey panday pandeya
dube: dubey dubay
mishra: misra mishr misr
tiwari: tewari tiwary tivari
trivedi: tribedi
chaturvedi: chaturbedi chatuvedi
dwivedi: dvivedi dwibedi
agarwal: agrawal aggarwal agarwala agerwal
gupta: gupt guptha
shrivastava: srivastava srivastav shrivastav shriwastava srivastva
banerji: banerjee bandyopadhyay bandopadhyay banarjee banerje
mukherji: mukherjee mukhopadhyay mukharji mukerji mookerjee
chatterji: chatterjee chattopadhyay chatarji chatterjea
ganguly: ganguli gangopadhyay gangulee
bhattacharya: bhattacharjee bhattacharyya bhattacharji bhatacharya
ghosh: ghose gosh
bose: basu
mitra: mitter mitr
dutta: dutt datta dutta datt
sarkar: sircar sarker sirkar
mandal: mondal mondol mandol
das: dash dass
saha: shaha
dey: de
nath: natha
thakur: tagore thakor
joseph: yosef yoseph
thomas: tomas thos thomman
george: geo
mathew: mathews matthew
philip: phillip philips phillips pilip
john: jno yohannan johnn
william: wm willm
robert: robt
richard: richd
james: jas
charles: chas
edward: edwd
samuel: saml samuvel samual
benjamin: benjn benj
daniel: danl
alexander: alexr
frederick: fredk frederic
patrick: patk
andrew: andw
nathaniel: nathl
edmund: edmd
elizabeth: elisabeth eliz elizth
margaret: margt
catherine: katherine katharine catharine kathrine
ann: anne
`;

const lines = table
  .trim()
  .split('\n')
  .map((line) => line.split(': '));

/** Each written form, Latin lower case, with its standard form. */
export const NAME_VARIANTS: ReadonlyMap<string, string> = new Map(
  lines.flatMap(([name = '', forms = '']) => forms.split(' ').map((form) => [form, name] as const)),
);
