const list = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Surnames, the most common first. */
export const SURNAMES = list(`
kumar singh devi sharma khan das kumari lal ram yadav patel gupta ali verma begum prasad mishra bai reddy rao shaikh
mandal chauhan jain roy paul pandey joshi thakur nair shah mehta tiwari dubey saha ghosh bano sahu pillai naidu patil
jadhav pawar shinde more kulkarni deshmukh deshpande chavan gaikwad kamble iyer iyengar menon nambiar kurup thomas
mathew joseph george varghese fernandes dsouza pereira gomes banerjee mukherjee chatterjee bhattacharya sengupta dutta
bose mitra nandi sarkar biswas pal barman kalita bora gogoi hazarika saikia mohanty behera nayak pradhan panda swain
sethi rout jena malik gill sidhu dhillon grewal sandhu bedi kaur arora kapoor khanna malhotra chopra bhatia sethi
ahuja sachdeva agarwal goyal bansal mittal garg singhal goel saxena srivastava mathur bhatnagar nigam tripathi shukla
dwivedi trivedi chaturvedi upadhyay ojha jha rathore shekhawat solanki parmar rana rawat negi bisht bhatt pant tamang
gurung rai chettri lama ansari siddiqui qureshi pathan mirza baig syed hussain ahmed rahman mondal molla laskar
subramanian krishnan natarajan sundaram rajendran murugan palanisamy ramasamy venkatesan gowda shetty hegde bhat kamath
pai rajput chaudhary choudhury bhagat prajapati vishwakarma maurya kushwaha pasi paswan manjhi munda oraon tudu murmu
hansda soren kisku marandi parekh desai amin dave vyas raval panchal mistry suthar lohar soni zaveri`);

export const MEN = list(`
rajesh sanjay amit rahul suresh ramesh vijay anil sunil manoj deepak ashok mukesh rakesh vinod pankaj ravi ajay arun
santosh dinesh mohammad abdul harish mahesh naresh ganesh kailash prakash raj vikas vishal rohit mohit sumit ankit
nitin sachin gaurav saurabh abhishek ashish manish rajeev sanjeev vivek alok arvind pradeep sandeep kuldeep jagdish
gopal mohan shyam krishna hari govind murali kartik senthil kumaran balaji srinivas venkatesh naveen praveen kiran
satish girish umesh yogesh lokesh hitesh jitesh jignesh bhavesh kalpesh nilesh paresh chirag harsh yash arjun karan
varun tarun aman imran salman irfan faizan asif arif javed rafiq shafiq gurpreet harpreet manpreet jaspreet baldev
sukhdev tapan swapan subrata sourav debashish prasenjit biplab dipankar jayanta pranab bhaskar ranjan biswajit`);

export const WOMEN = list(`
sunita anita sangeeta geeta rekha kavita pooja priya neha anjali lakshmi saraswati parvati radha sita meena seema reena
shobha usha asha lata mamta kiran jyoti deepa rupa shanti kamla vimla nirmala urmila sharda savita babita sarita archana
vandana rachana bhavana sadhana aarti bharti swati preeti smriti nisha usha manisha trisha shilpa rashmi reshma salma
fatima ayesha shabana rukhsana nasreen yasmin gurpreet harpreet manpreet simran navneet kavitha revathi malathi vasanthi
padma padmavati bhuvaneshwari meenakshi kamakshi visalakshi sreedevi bindu sindhu sandhya vidya divya ramya soumya kavya
sushmita madhumita paramita nandita ankita amrita sanchita tapasi shyamali kakoli rupali sonali deepali vaishali pallavi
ashwini mrunal madhuri manjula shakuntala savitri gayatri champa phulmani lalita kusum pushpa suman`);

export const TOWNS = list(`
mumbai delhi bengaluru hyderabad chennai kolkata pune ahmedabad jaipur lucknow kanpur nagpur indore thane bhopal
visakhapatnam patna vadodara ghaziabad ludhiana agra nashik faridabad meerut rajkot varanasi srinagar aurangabad dhanbad
amritsar prayagraj ranchi howrah coimbatore jabalpur gwalior vijayawada jodhpur madurai raipur kota guwahati chandigarh
solapur hubballi mysuru tiruchirappalli bareilly aligarh tiruppur moradabad salem warangal guntur bhubaneswar kochi`);

export const COMMON_STREETS = [
  'mg road',
  'station road',
  'gandhi nagar',
  'nehru nagar',
  'main road',
  'temple street',
  'market road',
  'shastri nagar',
  'civil lines',
  'park street',
  'old bus stand road',
  'ambedkar colony',
] as const;
