/** Names of a region of India, with towns, states and the first digits of their PIN codes. */
export interface Region {
  readonly name: string;
  readonly women: readonly [string, ...string[]];
  readonly men: readonly [string, ...string[]];
  readonly surnames: readonly [string, ...string[]];
  readonly places: readonly [Place, ...Place[]];
}

export interface Place {
  readonly town: string;
  readonly state: string;
  /** First three digits of its PIN codes (sorting district, India Post). */
  readonly pin: string;
}

const words = (text: string): [string, ...string[]] => {
  const [first = '', ...rest] = text.split(' ');
  return [first, ...rest];
};
const place = (town: string, state: string, pin: string): Place => ({ town, state, pin });

export const REGIONS: readonly [Region, ...Region[]] = [
  {
    name: 'Hindi belt',
    women: words('Anjali Pooja Sunita Kavita Rekha Neha Shalini Archana Preeti Mamta Vandana Ritu'),
    men: words('Rahul Amit Rajesh Sanjay Vikas Manoj Deepak Ashok Rakesh Vinod Alok Pankaj'),
    surnames: words('Sharma Verma Gupta Mishra Tiwari Singh Yadav Pandey Srivastava Agarwal Chauhan Saxena'),
    places: [
      place('Lucknow', 'Uttar Pradesh', '226'),
      place('Jaipur', 'Rajasthan', '302'),
      place('Bhopal', 'Madhya Pradesh', '462'),
    ],
  },
  {
    name: 'Tamil',
    women: words(
      'Lakshmi Meenakshi Kavitha Priya Revathi Sangeetha Bhuvaneswari Tamilselvi Nithya Malarvizhi',
    ),
    men: words('Karthik Senthil Murugan Arun Prakash Venkatesh Saravanan Muthukumar Ilango Balaji'),
    surnames: words(
      'Subramanian Krishnan Natarajan Sundaram Rajendran Palaniappan Chidambaram Ramasamy Swaminathan',
    ),
    places: [
      place('Chennai', 'Tamil Nadu', '600'),
      place('Madurai', 'Tamil Nadu', '625'),
      place('Coimbatore', 'Tamil Nadu', '641'),
    ],
  },
  {
    name: 'Telugu',
    women: words('Padmavathi Sravani Swathi Anusha Lavanya Sirisha Haritha Madhavi Sujatha'),
    men: words('Srinivas Ramesh Suresh Naveen Praveen Chandrasekhar Venkateswarlu Mahesh Anil'),
    surnames: words('Reddy Rao Naidu Chowdary Varma Sastry Prasad Goud Murthy'),
    places: [place('Hyderabad', 'Telangana', '500'), place('Vijayawada', 'Andhra Pradesh', '520')],
  },
  {
    name: 'Kannada',
    women: words('Shwetha Deepa Roopa Vidya Savitha Nandini Chaitra Pallavi'),
    men: words('Manjunath Girish Basavaraj Raghavendra Nagaraj Shivakumar Prashanth Guruprasad'),
    surnames: words('Gowda Hegde Shetty Kulkarni Patil Bhat Kamath Desai'),
    places: [place('Bengaluru', 'Karnataka', '560'), place('Mysuru', 'Karnataka', '570')],
  },
  {
    name: 'Malayali',
    women: words('Anitha Bindu Sreeja Remya Jisha Deepthi Sindhu Lekha'),
    men: words('Unnikrishnan Biju Rajeev Sreekumar Anoop Vishnu Hari Shaji'),
    surnames: words('Nair Menon Pillai Panicker Kurup Varghese Thomas Mathew'),
    places: [place('Kochi', 'Kerala', '682'), place('Thiruvananthapuram', 'Kerala', '695')],
  },
  {
    name: 'Marathi',
    women: words('Snehal Ashwini Vaishali Manisha Jyoti Supriya Aparna Rupali'),
    men: words('Sachin Nilesh Ganesh Prasad Vijay Santosh Mangesh Tushar'),
    surnames: words('Joshi Deshpande Kulkarni Patil Jadhav Shinde Pawar Gaikwad More'),
    places: [
      place('Pune', 'Maharashtra', '411'),
      place('Mumbai', 'Maharashtra', '400'),
      place('Nagpur', 'Maharashtra', '440'),
    ],
  },
  {
    name: 'Gujarati',
    women: words('Hetal Bhavna Jignasa Kinjal Urvashi Dipti Komal'),
    men: words('Hardik Jignesh Ketan Bhavesh Chirag Mehul Nilay'),
    surnames: words('Patel Shah Mehta Desai Trivedi Joshi Parmar Solanki'),
    places: [place('Ahmedabad', 'Gujarat', '380'), place('Surat', 'Gujarat', '395')],
  },
  {
    name: 'Bengali',
    women: words('Moumita Sudeshna Paromita Ananya Debjani Sharmistha Rituparna'),
    men: words('Subhash Debashis Partha Sourav Anirban Arindam Tapas'),
    surnames: words('Banerjee Mukherjee Chatterjee Ghosh Bose Das Sen Chakraborty'),
    places: [place('Kolkata', 'West Bengal', '700'), place('Siliguri', 'West Bengal', '734')],
  },
  {
    name: 'Punjabi',
    women: words('Harpreet Gurleen Manpreet Simran Jasleen Navneet Amandeep'),
    men: words('Gurpreet Harjit Jaspreet Manjit Sukhdev Balwinder Kulwant'),
    surnames: words('Singh Kaur Gill Sidhu Dhillon Sandhu Grewal'),
    places: [
      place('Amritsar', 'Punjab', '143'),
      place('Ludhiana', 'Punjab', '141'),
      place('Chandigarh', 'Chandigarh', '160'),
    ],
  },
  {
    name: 'Odia',
    women: words('Subhashree Lipsa Sasmita Itishree Pragyan Banita'),
    men: words('Biswajit Prasanta Manas Sudhir Tapan Niranjan'),
    surnames: words('Mohanty Patnaik Sahoo Behera Panda Nayak Das'),
    places: [place('Bhubaneswar', 'Odisha', '751'), place('Cuttack', 'Odisha', '753')],
  },
  {
    name: 'Assamese',
    women: words('Juri Mamoni Rashmi Pranita Dipanjali Nayanmoni'),
    men: words('Bhaskar Pranjal Dhruba Hemanta Rituraj Jitul'),
    surnames: words('Bora Saikia Gogoi Kalita Deka Hazarika Sarma'),
    places: [place('Guwahati', 'Assam', '781'), place('Jorhat', 'Assam', '785')],
  },
  {
    name: 'Urdu speaking',
    women: words('Fatima Ayesha Shabana Nasreen Zainab Rukhsana Farzana'),
    men: words('Mohammed Imran Salman Faisal Abdul Irfan Shahid Wasim'),
    surnames: words('Khan Ansari Shaikh Qureshi Siddiqui Pathan Syed'),
    places: [
      place('Hyderabad', 'Telangana', '500'),
      place('Lucknow', 'Uttar Pradesh', '226'),
      place('Srinagar', 'Jammu and Kashmir', '190'),
    ],
  },
  {
    name: 'Goan',
    women: words('Maria Sonia Lorraine Anabela Clara Melissa'),
    men: words('Anthony Savio Francisco Joaquim Agnelo Menino'),
    surnames: words('Fernandes Dsouza Rodrigues Pereira Gomes Naik'),
    places: [place('Panaji', 'Goa', '403'), place('Mangaluru', 'Karnataka', '575')],
  },
];
