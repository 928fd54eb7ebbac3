import { expect, test } from 'vitest';
import { latinText } from './latin-text.ts';
import { phoneticFold } from './phonetic-fold.ts';

// Frozen: written, its Latin letters, and how people of that name spell it, which sounds the same. A changed line needs
// a new ENCODING_VERSION and its back-fill.
const names: Readonly<Record<string, string>> = {
  devanagari: `
    लक्ष्मी lakshmi lakshmi
    राजेश rajesh rajesh
    ज़ीनत zinat zeenat
    श्रीकृष्ण shrikrishn shrikrishna
    ज्ञानेश्वर gyaneshvar gyaneshwar
    संजय sanjay sanjay
    अंबिका ambika ambika
    सिंह singh singh
    चौधरी chaudhari chaudhari
    ऋषि rishi rishi
    पांडुरंग pandurang pandurang
    फ़ातिमा fatima fatima
    क़ासिम qasim qasim
    पाटील patil patil
    डॉ dr dr
    राजकुमार rajakumar rajkumar
    छाया chhaya chhaya
    मोहम्मद mohammad mohammad
    झा jha jha
    वैष्णवी vaishnavi vaishnavi
    अमृता amrita amrita
    द्विवेदी dvivedi dwivedi
    ठाकुर thakur thakur`,
  bengali: `
    লক্ষ্মী lakshmi lakshmi
    বিজয় bijay bijay
    চট্টোপাধ্যায় chattopadhyay chattopadhyay
    মুখার্জি mukharji mukherji
    সৌরভ saurabh saurabh
    দাস das das
    বন্দ্যোপাধ্যায় bandyopadhyay bandyopadhyay
    রবীন্দ্রনাথ rabindranath rabindranath
    অমিতাভ amitabh amitabh
    ঘোষ ghosh ghosh`,
  gurmukhi: `
    ਲਕਸ਼ਮੀ lakashami lakshmi
    ਗੁਰਪ੍ਰੀਤ guraprit gurpreet
    ਸ਼ਰਮਾ sharama sharma
    ਅੰਮ੍ਰਿਤ ammrit amrit
    ਹਰਜਿੰਦਰ harajindar harjinder
    ਸੱਜਣ sajan sajjan
    ਫ਼ਤਿਹ fatih fateh
    ਕੌਰ kaur kaur
    ਜ਼ੋਰਾਵਰ zoravar zorawar
    ਮਨਮੋਹਨ manamohan manmohan
    ਢਿੱਲੋਂ dhilon dhillon`,
  gujarati: `
    લક્ષ્મી lakshmi lakshmi
    પટેલ patel patel
    નરેન્દ્ર narendr narendra
    જ્ઞાનેશ gyanesh gnanesh
    શાહ shah shah
    મહેતા maheta mehta`,
  oriya: `
    ଲକ୍ଷ୍ମୀ lakshmi lakshmi
    ପଟ୍ଟନାୟକ pattanayaka patnaik
    ନବୀନ nabina nabin
    ଦାସ dasa das
    ସାହୁ sahu sahu`,
  tamil: `
    லட்சுமி lakshumi lakshmi
    லக்ஷ்மி lakshmi lakshmi
    முருகன் murugan murugan
    கார்த்திக் karththik karthik
    செந்தில் senthil senthil
    சுப்பிரமணியன் subiramaniyan subramanian
    வெங்கடேஷ் venkatesh venkatesh
    மீனாட்சி minakshi meenakshi
    ராஜேந்திரன் rajendiran rajendran
    சரவணன் saravanan saravanan
    கவிதா kavitha kavitha
    பிரியா piriya priya
    மலர்விழி malarvizhi malarvizhi
    சண்முகம் sanmugam shanmugam
    ரமேஷ் ramesh ramesh
    பாண்டியன் pandiyan pandian
    கணேசன் ganesan ganesan
    அன்பழகன் anbazhagan anbazhagan
    விஜய் vijay vijay
    சிவகுமார் sivakumar sivakumar
    ஸ்ரீனிவாசன் srinivasan srinivasan
    நித்யா nithya nithya
    வெற்றி vetri vetri
    இளங்கோ ilango ilango
    தேவி devi devi
    கிருஷ்ணன் kirushnan krishnan
    ஞானசேகரன் gnanasekaran gnanasekaran
    அப்துல் abdul abdul
    ஃபாத்திமா faththima fathima
    பாலாஜி balaji balaji
    சந்திரன் chandiran chandran
    ஜெயலலிதா jeyalalitha jayalalitha
    கண்ணன் kannan kannan
    நடராஜன் natarajan natarajan
    ராமசாமி ramasami ramasamy
    அருண் arun arun`,
  telugu: `
    లక్ష్మి lakshmi lakshmi
    గౌతమ్ gautam gautam
    శ్రీనివాస్ shrinivas srinivas
    వెంకటేశ్వర్లు venkateshvarlu venkateswarlu
    రెడ్డి reddi reddy
    సుబ్బారావు subbarao subbarao
    పద్మావతి padmavati padmavathi
    ప్రవీణ్ pravin praveen
    చంద్రశేఖర్ chandrashekhar chandrasekhar
    జ్యోతి jyoti jyothi
    కృష్ణ krishna krishna`,
  kannada: `
    ಲಕ್ಷ್ಮಿ lakshmi lakshmi
    ಮಂಜುನಾಥ್ manjunath manjunath
    ಗೌಡ gauda gowda
    ಶಿವಕುಮಾರ್ shivakumar shivakumar
    ಬಸವರಾಜ್ basavaraj basavaraj
    ಹೆಗಡೆ hegade hegde`,
  malayalam: `
    ലക്ഷ്മി lakshmi lakshmi
    സൗമ്യ saumya saumya
    നായർ nayar nair
    ഉണ്ണികൃഷ്ണൻ unnikrishnan unnikrishnan
    പിള്ള pilla pillai
    മേനോൻ menon menon
    വർഗീസ് vargis varghese
    രാജീവ് rajiv rajeev
    അനിൽ anil anil
    ശ്രീജ shrija sreeja
    തോമസ് tomas thomas
    കുറുപ്പ് kurupp kurup
    മഞ്ജു manju manju`,
};

const golden = Object.entries(names).flatMap(([script, lines]) =>
  lines
    .trim()
    .split('\n')
    .map((line) => [script, ...line.trim().split(' ')] as const),
);

test.each(golden)('%s: %s is %s', (_, written, latin = '', usual = '') => {
  expect(latinText(written ?? '')).toBe(latin);
  expect(phoneticFold(latin)).toBe(phoneticFold(usual));
});

test.each([
  ['१२ गांधी मार्ग', '12 gandhi marg'],
  ['௧௨ அண்ணா சாலை', '12 anna salai'],
  ['अनिल\u200dकुमार', 'anilakumar'],
  ['ŚĀNTI Müller', 'santi muller'],
  ['李明', '李明'],
  ['राम Kumar இளங்கோ', 'ram kumar ilango'],
])('%s is %s', (text, latin) => {
  expect(latinText(text)).toBe(latin);
});
