/**
 * Pairs of Indian given names for tests, written from general knowledge: names of Hindu, Muslim, Sikh, Christian, Jain
 * and Parsi families of north, south, east and west, of both sexes. Every third pair of each list is held out: rules
 * and variants are tuned to the others alone.
 */
export interface LabelledPair {
  readonly one: string;
  readonly other: string;
  readonly isHeldOut: boolean;
}

/** Two names that brothers, sisters or twins may bear: they rhyme, or differ in a letter or two. */
const different = `
Ramesh Rakesh | Suresh Naresh | Sita Gita | Anil Sunil | Mohan Rohan | Ram Rama | Kiran Karan | Rajan Rajni | Arun Aruna
Arun Varun | Tarun Varun | Ajay Vijay | Sanjay Vijay | Sanjay Ajay | Amit Sumit | Amit Ajit | Ankit Ankita | Rohit Mohit
Lokesh Mukesh | Dinesh Ganesh | Mahesh Umesh | Mahesh Ramesh | Hitesh Jitesh | Nilesh Hitesh | Ritesh Nitesh | Yogesh Mangesh | Kamlesh Kalpesh
Anita Sunita | Sunita Vinita | Kavita Savita | Savita Babita | Namita Amita | Smita Sumita | Nita Rita | Rita Gita | Mita Sita
Asha Usha | Usha Nisha | Isha Nisha | Disha Nisha | Tanisha Manisha | Trisha Krisha | Aditi Adita | Aditya Adithi | Divya Navya
Kavya Navya | Priya Riya | Riya Diya | Siya Priya | Shreya Shriya | Pooja Poonam | Neha Sneha | Sneha Sneh | Neeta Neena
Meena Neena | Reena Meena | Teena Reena | Heena Meena | Mina Mona | Mona Sona | Sona Sonia | Sonia Tania | Leela Sheela
Sheela Shaila | Lata Latika | Lalita Lolita | Mala Kala | Kamala Vimala | Vimala Nirmala | Nirmala Urmila | Sarla Tarla | Taral Saral
Harpreet Gurpreet | Gurpreet Manpreet | Manpreet Jaspreet | Harjit Baljit | Baljit Daljit | Amarjit Samarjit | Ranjit Manjit | Sukhdev Baldev | Gurdev Hardev
Kuldeep Baldeep | Sandeep Mandeep | Pradeep Sandeep | Hardeep Gurdeep | Jagdeep Amandeep | Navdeep Navneet | Gurmeet Harmeet | Jasmeet Manmeet | Simran Kiran
Hasan Husain | Hasan Ahsan | Ahsan Ehsan | Salim Kalim | Kalim Halim | Karim Rahim | Rahim Rahman | Rashid Khalid | Zahid Zahir
Nasir Nazir | Nasir Yasir | Yasir Basir | Bashir Nasir | Imran Kamran | Irfan Rizwan | Rizwan Ridwana | Farhan Farhana | Rehan Rehana
Aslam Akram | Akbar Asghar | Anwar Munawar | Javed Junaid | Naved Javed | Sajid Majid | Majid Wajid | Sahil Sohail | Aamir Amin
Shabana Farzana | Rukhsana Farzana | Salma Asma | Asma Uzma | Najma Salma | Rubina Sabina | Sabina Amina | Amina Yamina | Shaheen Yasmeen
Nazia Fauzia | Razia Nazia | Shazia Razia | Zeenat Zeba | Nargis Nagma | Fatima Fahima | Ayesha Aliya | Zoya Zara | Sana Saba
Murugan Murugesan | Kumaran Kumaresan | Selvam Selvan | Selvi Selvam | Mani Mala | Rajan Raman | Raman Ramanan | Kannan Krishnan | Krishna Krishnan
Balan Bala | Senthil Sentha | Karthik Karthika | Kartik Kritik | Saravanan Saravana | Prabhu Prabha | Prabha Prabhakar | Shekar Sekaran | Sundar Sundari
Vasu Vasuki | Raghu Ragav | Gopal Gokul | Gopal Gopi | Venu Venkat | Venkatesh Vignesh | Vignesh Yugesh | Ganga Yamuna | Kaveri Gowri
Padma Padmini | Padma Prema | Radha Radhika | Radha Sudha | Sudha Vasudha | Latha Sudha | Lalitha Latha | Shanthi Vasanthi | Jayanthi Vasanthi
Malathi Jayanthi | Revathi Malathi | Parvathi Revathi | Bharathi Malathi | Uma Hema | Hema Rema | Rema Prema | Suma Uma | Sumathi Sumitha
Anu Manu | Manu Vinu | Binu Vinu | Jinu Binu | Biju Saju | Saju Raju | Raju Rajesh | Shaji Saji | Tony Sony
Thomas Thomson | Jose Joseph | George Gregory | John Johnson | Mary Marina | Maria Mariam | Anna Annie | Rosy Rosamma | Lissy Lizzy
Subrata Sudipta | Subrata Suprabhat | Debashis Snehashis | Biplab Biswajit | Indranil Indrajit | Sourav Gourav | Sumit Subrata | Tapan Swapan | Swapan Ratan
Tapas Manas | Madhab Jadab | Arup Anup | Anup Swarup | Mita Mitali | Mitali Chaitali | Gitali Mitali | Sharmila Urmila | Sharmistha Debasmita
Jignesh Hitesh | Bhavesh Bhavika | Bhavesh Jayesh | Jayesh Viresh | Paresh Naresh | Chirag Parag | Parag Anurag | Hetal Sheetal | Kajal Payal
Tejal Tejas | Komal Kamal | Kamal Kamala | Vimal Vimala | Kaushal Kushal | Vishal Kushal | Nikhil Akhil | Akhil Sahil | Nihal Nihar
Dhara Tara | Maya Chaya | Chaya Jaya | Jaya Vijaya | Deepa Deepika | Deepak Deepika | Alok Ashok | Vinod Pramod | Pramod Promila
Manoj Saroj | Saroj Sarojini | Pankaj Neeraj | Neeraj Dheeraj | Suraj Neeraj | Manish Munish | Manish Danish | Satish Harish | Girish Harish
Nitin Jatin | Jatin Chetan | Ketan Chetan | Chetan Chetana | Vikas Vikram | Vikrant Nishant | Prashant Nishant | Hemant Jayant | Vasant Jayant
Gaurav Saurav | Kunal Mrinal | Mrinal Mrinalini | Rupa Deepa | Rupal Kajal | Shilpa Shipra | Swati Jyoti | Aarti Kirti | Preeti Aarti
`;

/** One name in two spellings, scripts or abbreviations. */
const same = `
Mohd Mohammed | Md Mohammad | Muhammad Mohamed | Mohammad Muhammed | Ahmed Ahmad | Shaikh Sheikh | Sk Shaikh | Syed Sayyid | Abdul Abdool
Rahman Rehman | Raheem Rahim | Hussain Hossain | Husain Hussein | Hassan Hasan | Yousuf Yusuf | Ibrahim Ebrahim | Ayesha Aisha | Fatima Fathima
Usman Osman | Umar Omar | Farooq Faruk | Mustafa Mustapha | Zeenat Jeenat | Iqbal Ikbal | Anwar Anwer | Nasreen Nasrin | Parveen Parvin
Yasmeen Yasmin | Shaheen Shahin | Rasheed Rashid | Saleem Salim | Kareem Karim | Waheed Wahid | Nadeem Nadim | Naseer Nasir | Jameel Jamil
Lakshmi Laxmi | Lakshmi Lekshmi | Laxman Lakshman | Akshay Axay | Meenakshi Minakshi | Meenaxi Minakshi | Rukmini Rukmani | Geeta Gita | Geetha Gita
Seeta Sita | Seetha Sita | Sunita Suneeta | Sunitha Sunita | Anita Anitha | Kavita Kavitha | Savita Savitha | Lata Latha | Lalita Lalitha
Sudha Sudhaa | Radha Raadha | Asha Aasha | Usha Oosha | Pooja Puja | Poonam Punam | Neelam Nilam | Neeta Nita | Neena Nina
Meera Mira | Meena Mina | Reena Rina | Heena Hina | Sheela Shila | Leela Lila | Sheetal Shital | Preeti Priti | Deepti Dipti
Arti Aarti | Aarthi Arti | Bharati Bharti | Bharathi Bharati | Malati Malathi | Revati Revathi | Parvati Parvathi | Saraswati Saraswathi | Gayatri Gayathri
Jyoti Jyothi | Swati Swathi | Kirti Kirthi | Shanti Shanthi | Shanti Santhi | Vasanthi Vasanti | Jayanti Jayanthi | Sumathi Sumati | Ratna Rathna
Divya Dhivya | Vidya Vidhya | Vidya Vidyaa | Kavya Kaviya | Ramya Ramiya | Soumya Saumya | Sowmya Soumya | Priya Priyaa | Shreya Sreya
Sridevi Shridevi | Sreedevi Sridevi | Sridhar Shridhar | Sreedhar Sridhar | Srinivas Shrinivas | Sreenivas Srinivas | Shrikant Srikanth | Srikant Shrikanth | Sriram Shriram
Satish Sateesh | Sathish Satish | Girish Gireesh | Harish Hareesh | Jagdish Jagadish | Jagdeesh Jagadeesh | Rajneesh Rajnish | Manish Maneesh | Anish Aneesh
Suneel Sunil | Aneel Anil | Sanjeev Sanjiv | Rajeev Rajiv | Pradeep Pradip | Sandeep Sandip | Kuldeep Kuldip | Deepak Dipak | Deepa Dipa
Neeraj Niraj | Dheeraj Dhiraj | Naveen Navin | Praveen Pravin | Nitin Nithin | Sachin Sacheen | Kartik Karthik | Karthick Kartik | Pratik Prateek
Ashok Asok | Ashwin Aswin | Ashwini Aswini | Shiva Siva | Shivakumar Sivakumar | Sivkumar Sivakumar | Shankar Sankar | Sharada Sarada | Shobha Sobha
Sharma Sarma | Mishra Misra | Vishnu Wishnu | Vijay Wijay | Vivek Wivek | Vinay Winay | Ishwar Iswar | Eshwar Eswar | Rajeshwari Rajeswari
Vijay Vijai | Vijay Bijoy | Sanjay Sanjai | Ajay Ajai | Uday Udai | Vinod Binod | Vimal Bimal | Vikas Bikash | Debashish Debasis
Sourav Saurabh | Saurabh Sourabh | Gaurav Gourab | Gautam Gowtham | Goutam Gautam | Arindam Arindom | Biswajit Vishwajit | Yamuna Jamuna | Jogesh Yogesh
Narendra Narender | Surendra Surinder | Rajendra Rajender | Rajinder Rajendra | Mahendra Mahender | Jitendra Jitender | Ravindra Ravinder | Virender Virendra | Devendra Davinder
Kamala Kamla | Vimala Vimla | Sarala Sarla | Rajani Rajni | Mansi Manasi | Archana Archna | Rachana Rachna | Sapana Sapna | Sushama Sushma
Ramakrishna Ramkrishna | Devadas Devdas | Balaraj Balraj | Vasudeva Vasudev | Omprakash Omparkash | Ramachandra Ramchandra | Balakrishna Balkrishna | Haridas Haridass | Jagannath Jaganath
Subramanian Subramaniam | Subramanyam Subramanian | Ramaswamy Ramasamy | Palaniswami Palanisamy | Venkatesh Venkatesha | Venkataraman Venkatraman | Krishnan Krishnaan | Krishna Krushna | Krishna Krisna
Chandrashekhar Chandrasekhar | Chandrasekar Chandrasekhar | Rajasekhar Rajashekar | Raghavendra Raghavender | Shanmugam Shanmugham | Sundar Sunder | Chandra Chander | Murali Muralee | Muthu Muttu
Azhagu Alagu | Tamizh Tamil | Ezhil Elil | Manikandan Manikantan | Gnanam Gyanam | Dnyaneshwar Gyaneshwar | Phanindra Fanindra | Faneendra Phaneendra | Philip Filip
Ramesh रमेश | Suresh सुरेश | Rajesh राजेश | Mahesh महेश | Sunil सुनील | Anil अनिल | Sanjay संजय | Vijay विजय | Sunita सुनीता
Geeta गीता | Lakshmi लक्ष्मी | Priya प्रिया | Pooja पूजा | Deepak दीपक | Ashok अशोक | Mukesh मुकेश | Kavita कविता | Savita सविता
Ramesh ரமேஷ் | Suresh சுரேஷ் | Kumar குமார் | Lakshmi லட்சுமி | Murugan முருகன் | Karthik கார்த்திக் | Priya பிரியா | Meena மீனா | Kannan கண்ணன்
Senthil செந்தில் | Selvi செல்வி | Ganesh கணேஷ் | Rajesh ராஜேஷ் | Venkatesh வெங்கடேஷ் | Ramesh రమేష్ | Suresh సురేష్ | Lakshmi లక్ష్మి | Ravi రవి
Ramesh ರಮೇಶ್ | Manjunath ಮಂಜುನಾಥ್ | Ramesh રમેશ | Jayesh જયેશ | Hitesh હિતેશ | Gurpreet ਗੁਰਪ੍ਰੀਤ | Harjit ਹਰਜੀਤ | Subrata সুব্রত | Amit অমিত
Mathew Matthew | Thomas Tomas | Joseph Yoseph | Phillip Philip | Elizabeth Elisabeth | Catherine Katherine | Ann Anne | Samuel Samual | Steven Stephen
`;

const pairsOf = (list: string): LabelledPair[] =>
  list
    .trim()
    .split(/\s*[|\n]\s*/)
    .map((pair, at) => {
      const [one = '', other = ''] = pair.split(' ');
      return { one, other, isHeldOut: at % 3 === 2 };
    });

export const DIFFERENT_NAMES: readonly LabelledPair[] = pairsOf(different);
export const SAME_NAMES: readonly LabelledPair[] = pairsOf(same);
