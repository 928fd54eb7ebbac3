import { givenSound } from './given-sound.ts';
import type { NameWord } from './name-word.ts';

/**
 * The most common words of Indian names, from general knowledge of electoral rolls and lists of names. The list is the
 * same for all companies: a class of commonness depends on the name alone and discloses nothing of other records.
 */
const surnames = `
kumar kumari devi singh kaur khan begum bibi khatun bano ali ahmad ansari shaikh sayyid sharma verma gupta yadav patel
shah das dey roy rao reddy nair menon pillai iyer naidu goud shetty hegde gowda patil pawar jadhav more shinde kulkarni
deshmukh joshi desai mehta parmar solanki chauhan chavan rathod rathore thakur mishra pandey tiwari dubey shukla dwivedi
trivedi tripathi chaturvedi jha sinha prasad ram lal chand mandal mondal ghosh bose banerjee mukherjee chatterjee
chakraborty dutta sarkar saha paul biswas barman kalita bora sahu behera nayak mohanty panda pradhan swain rout jena
malik mahto paswan manjhi murmu soren oraon choudhari agarwal jain bansal goyal garg arora kapoor malhotra chopra gill
sidhu dhillon sandhu meena gurjar rajput bhatt rawat negi bisht qureshi pathan mirza hussain thomas george joseph
mathew john fernandes dsouza pereira raj raja kamble gaikwad bhosale rani bai ben naik
`;

const givenNames = `
anita sunita sangita savita kavita babita geeta sita rita nita meena reena seema reema asha usha nisha manisha rekha
lata kiran poonam pooja priya priyanka neha neelam ritu renu rani radha lakshmi saraswati parvati durga gauri shanti
sarita sushila urmila kamala vimala nirmala shakuntala pushpa mamta anjali deepa shobha sudha vandana archana aarti jyoti
swati pinki sonia divya kajal kavya ananya fatima ayesha shabana salma rukhsana nasreen zainab mary
rajesh ramesh suresh mahesh dinesh mukesh rakesh naresh ganesh umesh yogesh lokesh santosh ashok vinod manoj sanjay vijay
ajay ravi raju ram mohan sohan anil sunil amit sumit ajit rohit mohit ankit deepak vikas vishal rahul rohan arun varun
pawan prakash prasad praveen pradeep sandeep kuldeep jagdish krishna gopal hari shankar shiva ganga murugan venkatesh
srinivas nagaraj manjunath karthik senthil selvam balaji subramanian mohammad abdul imran irfan salim rahim karim
shahid javed akash vivek abhishek nitin sachin gaurav saurabh alok pankaj dilip jitendra narendra surendra rajendra
mahendra dharmendra harish satish girish bharat
`;

const soundsOf = (list: string): string[] => list.trim().split(/\s+/).map(givenSound);
/** By sound, like the codes that decide whether two names agree: equal names have equal classes. */
const common: ReadonlySet<string> = new Set([...soundsOf(surnames), ...soundsOf(givenNames)]);

/**
 * Commonness of a whole name: 0 usual; 1 all its words but one are common (Anita Subramaniam); 2 all are (Anita
 * Kumari). An initial counts as a word that is not common, because it has its own level of agreement.
 * @param written the words of a name, initials among them
 */
export function commonnessOf(written: readonly Pick<NameWord, 'given'>[]): 0 | 1 | 2 {
  const words = new Set(written.map(({ given }) => given));
  let rare = 0;
  for (const word of words) if (!common.has(word)) rare += 1;
  if (rare === words.size || rare > 1) return 0;
  return rare === 1 ? 1 : 2;
}
