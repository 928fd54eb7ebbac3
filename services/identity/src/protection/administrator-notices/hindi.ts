import type { NoticeFacts, Phrases, Words } from './notice-words.ts';

const BUDGETS: Readonly<Record<string, string>> = {
  reveal: 'जिन लोगों के मान प्रकट किए जाते हैं',
  bulk: 'थोक में प्रकट किए जाने वाले लोग',
  search: 'मान से खोजें',
  export: 'निर्यात किए जाने वाले लोग',
  conflict: 'पहले से लिए गए बाहरी आईडी के बारे में उत्तर',
  answer: 'ऐसे उत्तर जिनसे पता चलता है कि रखा हुआ मान बराबर है या नहीं',
  import_answer: 'आयात की ऐसी पंक्तियाँ जिनसे पता चलता है कि रखा हुआ मान बराबर है या नहीं',
  erasure: 'मिटाए गए लोग और मान',
};

const STATUSES: Readonly<Record<string, string>> = {
  active: 'सक्रिय',
  inactive: 'निष्क्रिय',
  suspended: 'निलंबित',
};

const HOURLY: ReadonlySet<string> = new Set(['answer', 'import_answer']);

const STOPS_NOTHING: ReadonlySet<string> = new Set(['PROBE_IMPORTS', 'PROBE_BULK', 'PROBE_WAITING']);

function probe({ company, otherCompany, reason, credential }: NoticeFacts): Words {
  const subject = 'PII Vault में मिलान से लोगों की टोह ली जा रही है';
  if (STOPS_NOTHING.has(reason))
    return [
      'PII Vault में दो कंपनियों के बीच असामान्य रूप से बहुत से लिंक',
      `किसी आयात, नए समझौते या बाद में आए लोगों ने कंपनी ${company} और कंपनी ${otherCompany} के बीच असामान्य रूप से बहुत से लिंक बनाए। कुछ भी रोका नहीं गया है।`,
    ];
  if (credential === '')
    return [
      subject,
      `कंपनी ${otherCompany} के एक क्रेडेंशियल ने ऐसे रिकॉर्ड लिखे जो कंपनी ${company} के लोगों के बारे में अनुमान लगते हैं। उसके नए लिंक नहीं दिखाए जाते।`,
    ];
  return [
    subject,
    `क्रेडेंशियल ${credential} ने कंपनी ${company} में ऐसे रिकॉर्ड लिखे जो कंपनी ${otherCompany} के लोगों के बारे में अनुमान लगते हैं। उसके नए लिंक नहीं दिखाए जाते। सुरक्षा डैशबोर्ड बताता है कि कंपनी ${company} में उसका लिखना रोका गया है या नहीं, और वहीं रोक हटाई जाती है।`,
  ];
}

const attack = (what: string): Words => [
  'PII Vault में साइन-इन के बहुत से प्रयास विफल हो रहे हैं',
  `${what} देखें कि कोई साइन-इन सफल तो नहीं हुआ, और स्रोत को अवरुद्ध करें।`,
];

export const HINDI: Phrases = {
  of: {
    matching_probe: probe,
    probe_stop_lift: ({ company, otherCompany, credential }) => [
      'PII Vault में रोका गया एक क्रेडेंशियल फिर से लिख सकता है',
      credential === ''
        ? `कंपनी ${otherCompany} ने उस क्रेडेंशियल की रोक हटाई जिससे कंपनी ${company} के लोगों की टोह ली गई थी।`
        : `कंपनी ${company} में क्रेडेंशियल ${credential} की रोक हटाई गई: वह फिर से लिख सकता है।`,
    ],
    budget_alarm: ({ company, budget }) =>
      HOURLY.has(budget)
        ? [
            'PII Vault में घंटे की एक सीमा पूरी हो गई',
            `कंपनी ${company} में एक खाता घंटे की इस सीमा तक पहुँच गया: ${BUDGETS[budget] ?? budget}। आगे के अनुरोध अगले घंटे तक अस्वीकार किए जाते हैं।`,
          ]
        : [
            'PII Vault में दिन की एक सीमा पूरी हो गई',
            `कंपनी ${company} में एक खाता दिन की इस सीमा तक पहुँच गया: ${BUDGETS[budget] ?? budget}। आगे के अनुरोध कंपनी का दिन समाप्त होने तक, या किसी के अनुमोदन तक, अस्वीकार किए जाते हैं।`,
          ],
    event_refused: ({ topic }) => [
      'PII Vault में एक जाली ईवेंट अस्वीकार किया गया',
      `टॉपिक ${topic} पर एक ईवेंट का हस्ताक्षर या प्रेषक सही नहीं था। उसे अस्वीकार किया गया। हो सकता है कि कोई किसी सेवा के नाम से ईवेंट बस पर लिख रहा हो।`,
    ],
    integrity_error: ({ company }) => [
      'PII Vault में रखा एक मान वॉल्ट के बाहर से बदला गया',
      `कंपनी ${company} का एक मान डिक्रिप्ट नहीं हो सका: उसका सिफ़रटेक्स्ट बदला या दूसरी जगह रखा गया है। मान नहीं दिखाया गया। जाँचें कि डेटाबेस में कौन लिख सकता है।`,
    ],
    audit_verify: () => [
      'PII Vault का ऑडिट ट्रेल सत्यापित नहीं होता',
      'ऑडिट ट्रेल की जाँच विफल हुई: कोई प्रविष्टि बदली गई है या नहीं मिली, या चेकपॉइंट पर हस्ताक्षर नहीं हो सके।',
    ],
    intake_stopped: ({ producer }) => [
      'PII Vault का ऑडिट ट्रेल एक सेवा की प्रविष्टियाँ नहीं ले रहा',
      `सेवा ${producer} की प्रविष्टियाँ नहीं ली जा रहीं: एक प्रविष्टि नहीं मिली, या दूसरी सामग्री के साथ फिर आई। वे ईवेंट बस पर प्रतीक्षा करती हैं। Kafka उन्हें रखने की अवधि (डिफ़ॉल्ट 168 घंटे) के बाद मिटा देता है: उससे पहले कारण दूर करें।`,
    ],
    credential_stuffing: () => attack('एक स्रोत खातों की सूची आज़मा रहा है, जिनमें से अधिकांश हैं ही नहीं।'),
    password_spraying: () => attack('एक स्रोत कई खातों पर कुछ ही पासवर्ड आज़मा रहा है।'),
    password_guessing: () => attack('एक खाते पर कई पासवर्ड आज़माए जा रहे हैं।'),
    webhook_create: ({ company, object }) => [
      'PII Vault में एक वेबहुक बनाया गया',
      `कंपनी ${company} का वेबहुक ${object} बनाया गया। वह कंपनी के ईवेंट दूसरे सिस्टम को भेजता है।`,
    ],
    webhook_update: ({ company, object }) => [
      'PII Vault में एक वेबहुक बदला गया',
      `कंपनी ${company} का वेबहुक ${object} बदला गया।`,
    ],
    webhook_secret_rotate: ({ company, object }) => [
      'PII Vault में एक वेबहुक का गुप्त कोड बदला गया',
      `कंपनी ${company} के वेबहुक ${object} का गुप्त कोड नया है। पुराना 24 घंटे और हस्ताक्षर करता है।`,
    ],
    link_agreement_create: ({ company, otherCompany, object }) => [
      'PII Vault में एक लिंक समझौता प्रस्तावित हुआ',
      `कंपनी ${company} और कंपनी ${otherCompany} के बीच लिंक समझौता ${object} प्रस्तावित हुआ। स्वीकार होने पर दोनों कंपनियों के लोगों की तुलना की जाती है।`,
    ],
    link_agreement_accept: ({ company, otherCompany, object }) => [
      'PII Vault में एक लिंक समझौता स्वीकार हुआ',
      `कंपनी ${company} और कंपनी ${otherCompany} के बीच लिंक समझौता ${object} स्वीकार हुआ। दोनों कंपनियों के लोगों की तुलना की जाती है।`,
    ],
    access_rule_add: ({ ruleKind }) => [
      'PII Vault की पहुँच सूची बदली गई',
      `अनुमत ${ruleKind === 'domain' ? 'होस्ट' : 'पतों'} की सूची में एक नियम जोड़ा गया।`,
    ],
    access_rule_remove: ({ ruleKind }) => [
      'PII Vault की पहुँच सूची बदली गई',
      `अनुमत ${ruleKind === 'domain' ? 'होस्ट' : 'पतों'} की सूची से एक नियम हटाया गया। खाली सूची सबको आने देती है।`,
    ],
    user_delete: ({ object }) => ['PII Vault में एक उपयोगकर्ता हटाया गया', `उपयोगकर्ता ${object} हटाया गया।`],
    user_disable: ({ object, reason }) => [
      'PII Vault में एक उपयोगकर्ता निष्क्रिय किया गया',
      reason === 'ADDRESS_RELEASED'
        ? `उपयोगकर्ता ${object} निष्क्रिय किया गया और उसका ई-मेल पता हटा: 14 दिन तक किसी ने खाते का उपयोग नहीं किया, और दूसरी कंपनी के एक व्यवस्थापक ने यह पता डाला। यदि वह व्यक्ति आपकी कंपनी के लिए काम करता है, तो किसी सुपर एडमिन से दूसरे खाते को वहाँ भूमिका देने को कहें।`
        : `उपयोगकर्ता ${object} निष्क्रिय किया गया: वह साइन इन नहीं कर सकता, और उसके सत्र तथा क्रेडेंशियल समाप्त हो गए हैं।`,
    ],
    company_update: ({ company }) => [
      'PII Vault में एक कंपनी बदली गई',
      `कंपनी ${company} का नाम, कोड या श्रेणी बदली गई।`,
    ],
    company_status: ({ company, status }) => [
      'PII Vault में एक कंपनी की स्थिति बदली गई',
      `कंपनी ${company} की स्थिति अब ${STATUSES[status] ?? status} है। निलंबित कंपनी का डेटा न पढ़ा जा सकता है, न लिखा।`,
    ],
    company_reactivation_request: ({ company }) => [
      'PII Vault में एक कंपनी को फिर से सक्रिय करने का अनुरोध किया गया',
      `एक प्रशासक ने निलंबित कंपनी ${company} को फिर से सक्रिय करने का अनुरोध किया है। जब तक कोई सुपर एडमिन उसे सक्रिय नहीं करता, उसका डेटा बंद रहेगा। कारण कंसोल में दिखता है।`,
    ],
    company_reactivation_refuse: ({ company }) => [
      'PII Vault में एक कंपनी को फिर से सक्रिय करने का अनुरोध अस्वीकार किया गया',
      `एक सुपर एडमिन ने कंपनी ${company} को फिर से सक्रिय करने से मना किया है। वह निलंबित रहेगी। उसके प्रशासक पिछले अनुरोध के 24 घंटे बाद फिर अनुरोध कर सकते हैं।`,
    ],
    webhook_delete: ({ company, object }) => [
      'PII Vault में एक वेबहुक हटाया गया',
      `कंपनी ${company} का वेबहुक ${object} हटाया गया। वह अब ईवेंट नहीं भेजता।`,
    ],
    link_agreement_end: ({ company, otherCompany, object }) => [
      'PII Vault में एक लिंक समझौता समाप्त किया गया',
      `कंपनी ${company} और कंपनी ${otherCompany} के बीच लिंक समझौता ${object} समाप्त किया गया। उसके लिंक हटा दिए जाते हैं।`,
    ],
    factor_policy_update: ({ company, removed }) => [
      'PII Vault में अब कम भूमिकाओं के लिए दूसरा कारक अनिवार्य है',
      `कंपनी ${company} में इन भूमिकाओं के लिए दूसरा कारक अब अनिवार्य नहीं है: ${removed}।`,
    ],
    address_unblock: () => ['PII Vault में एक अवरोध हटाया गया', 'एक अवरुद्ध पता अब फिर से अनुरोध भेज सकता है।'],
  },
  unknown: ['PII Vault में एक सुरक्षा ईवेंट', 'ऑडिट ट्रेल में एक सुरक्षा ईवेंट दर्ज हुआ।'],
  hello: (firstName) => `नमस्ते ${firstName},`,
  by: (actor) => `किसने: ${actor}`,
  when: (time) => `कब: ${time}`,
  user: (id) => `उपयोगकर्ता ${id}`,
  client: (id, user) => `${user} का API क्लाइंट ${id}`,
  service: (name) => `सेवा ${name}`,
  open: 'कंसोल में देखें:',
  advice: 'यदि आपको इसकी अपेक्षा नहीं थी, तो जाँचें कि खाते का उपयोग कौन करता है, और उसके सत्र तथा क्रेडेंशियल समाप्त करें।',
};
