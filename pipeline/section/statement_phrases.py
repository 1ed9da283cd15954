"""The words in which circulators' affidavits say what they must, by subject. Written from imagination of real forms.

`SETS` names sets of words, `PHRASES` the phrases looked for in one proposition (notation: `phrases.py`). What a hit means
is decided in
`statements.py`; here stand words only.
"""

from __future__ import annotations

from pipeline.section.phrases import word_set

SETS = {
    "SELF": "i me myself circulator affiant undersigned deponent he she declarant",
    "OWN": "my circulators affiants undersigneds his her deponents declarants mine",
    "SIGNATURE": "signature signatures sign signs signed signing signer signers signatory signatories signatures names name affix affixed affixing"
    " wrote write writing written subscribed subscribing subscribe autograph autographs",
    "PERSON": "person persons individual individuals people one elector electors voter voters signer signers party signatory signatories",
    "CIRC": "circulated carried presented took brought handled offered passed circulating circulate carry",
    "PAPER": "section petition paper sheet document pages page form part it",
    "SEE": "witnessed saw watched observed seen witnessing witness watching observing viewed see watch observe",
    "EIGHTEEN": "18 eighteen l8 i8 18th eighteenth",
    "GET": "paid pay paying payment payments pays gave give given giving offered offer promised promise compensated compensate bought buy"
    " bribed bribe rewarded reward provided provide remunerated purchased made make",
    "WORTH": "money value valuable consideration compensation payment payments gift gifts reward rewards remuneration inducement cash dollar"
    " dollars bribe benefit",
}

PHRASES: dict[str, tuple[str, ...]] = {
    # (e)(2)
    "read": ("read|reviewed|studied|examined|familiar|familiarized|acquainted|reads|reading",),
    "understand": ("understand|understands|understood|understanding|comprehend|comprehends|comprehended|know|knows|grasp",),
    "understand-that": ("understand|understands|understood|know|knows|aware that|it|if|the|any|anyone|a",),
    "laws": (
        "law|laws|statute|statutes|rules|ordinance|ordinances|provisions|requirements|regulations|legislation",
        "municipal|city|election|elections code|charter",
        "article|chapter|section|sections ..3 of ..2 code|charter|statutes",
    ),
    "laws-of-petitions": ("circulation|circulating|circulate|circulated|circulator|circulators|petition|petitions|petitioning",),
    # (e)(3)
    "eighteen": ("$EIGHTEEN",),
    "age": (
        "year|years|age|aged|old|older|birthday|majority",
        "turned|attained|reached ..3 $EIGHTEEN",
        "$EIGHTEEN or|and over|above|more|upwards",
    ),
    "under-age": (
        "under|below ..4 $EIGHTEEN",
        "younger than $EIGHTEEN",
        "less|fewer than $EIGHTEEN",
        "not yet ..4 $EIGHTEEN",
        "nearly|almost $EIGHTEEN",
    ),
    "not-under-age": (
        "not|no|nor less|fewer|younger|under|below ?than ?the ?age ?of $EIGHTEEN",
        "never|not|no ..2 under|below|younger|less ..4 $EIGHTEEN",
        "at no time ..9 under|below|younger ..4 $EIGHTEEN",
        "neither ..3 younger|under|less ..3 $EIGHTEEN",
    ),
    "lawful-age": ("lawful|legal|full|voting age", "age of majority", "an adult"),
    # (e)(4)
    "circulated": ("$CIRC",),
    "circulated-word": ("circulated|circulate|circulating|circulator|carried",),
    "i-circulated": (
        "$SELF ..6 personally ..3 $CIRC",
        "$SELF ..4 circulated|carried|presented ..10 myself|personally|alone|solely|himself|herself",
        "$SELF ..4 $CIRC ..10 in person",
        "$SELF in person circulated|carried",
        "circulated|carried|presented ..6 by ..2 $SELF",
        "personally ..4 by ..2 $SELF",
        "$SELF am|is|was|being|were ..3 person|individual|one who|that ..3 $CIRC",
        "$SELF am|is|was|being|were ..2 sole|only|actual circulator|carrier",
        "$SELF ..9 circulated|carried ..2 myself|personally|alone",
        "$SELF am|was|is personally ..1 circulator",
        "$SELF am|was|being|is the circulator ?named ?above of",
        "$SELF ?and ?i alone|only|myself|solely ..1 $CIRC",
        "one|person|nobody|individual other than $SELF ..2 circulated|carried|presented",
        "one|person|nobody|individual|none but|except|besides|save $SELF ..2 circulated|carried|presented",
        "circulated|carried|presented by one|person|nobody|anyone ?else ..2 than|but|except|besides $SELF",
        "by $SELF ?and ..2 only|alone ..3 circulated|carried",
        "personal circulation ..4 by $SELF",
        "my|mine personal|own circulation",
        "was|is|am $SELF ?myself who|that ?personally $CIRC",
        "$SELF ..4 circulate|carry ..10 myself|personally|alone|himself|herself",
        "circulation ..4 was ..4 my|mine own|personal",
    ),
    "i-gathered": (
        "$SELF ..2 personally ..2 gathered|collected|obtained|solicited|secured",
        "$SELF ..2 gathered|collected|obtained|solicited|secured ..8 in person",
        "$SELF ..2 gathered|collected|obtained|solicited|secured ..8 myself|personally|alone",
    ),
    "nobody-else-circulated": (
        "no other|one|person|individual ?person|else|individual|one ..2 circulated|carried",
        "nobody ?else ..2 circulated|carried",
        "by|to no|nobody ?one|other|person ?else|person",
        "no other|one|person ?person|else|one had ..3 circulating|circulation|custody",
    ),
    "not-circulated": (
        "did|do|does|have|has|was|were not|never ..2 circulate|circulated|present|presented|carry|carried ..4 $PAPER",
        "never circulated|carried|presented ..4 $PAPER",
        "not $SELF who|that ..2 $CIRC",
    ),
    "others-agent": (
        "agent|agents|assistant|assistants|employee|employees|volunteer|volunteers|friend|friends|wife|husband|spouse|son|daughter"
        "|relative|associate|member|representative|colleague of ..1 $SELF|mine",
    ),
    "others-but-me": (
        "by|through others|another|someone|several|various|people|friends|persons ..2 except|besides|but|save ..1 $SELF",
    ),
    "other-than-self": ("someone|somebody|person|persons|individual|anyone|others|circulator other than $SELF",),
    "plainly-circulated": ("$SELF ?have|has circulated|carried ..4 $PAPER",),
    "someone-circulated": (
        "personally ..2 circulated|carried",
        "circulated|carried ..4 by|through another|others|someone|other|my|an|several|various|agents|volunteers|employees",
        "another|other|assistant|agent|someone|friend|spouse|wife|husband|employee|volunteer|others|he|she ..3 "
        "circulated|carried",
    ),
    # (e)(5)
    "own-presence": (
        "$OWN ..3 presence|sight|view|eyes|observation",
        "presence|sight|view|eyes|observation of ..3 $SELF",
        "$SELF ..4 $SEE",
        "$SEE by $SELF",
        "$SELF ..3 eyewitness|witness to|of",
        "$CIRC ..8 and ..1 $SEE ..6 signature|signatures|signing|signer|signers|person",
        "$SELF ..1 was|am|were|been|being ..3 present|watching|there|looking|observing",
        "while|when|with|as $SELF ..3 present|watching|watched|looked|stood|looking|observed|observing|beside|there",
        "before|near me",
        "in front of ..1 $SELF",
        "before $OWN eyes",
        "before the circulator|affiant|undersigned|deponent",
    ),
    "out-of-presence": (
        "outside|beyond ?of ..2 presence|sight|view",
        "out of ..2 presence|sight|view",
        "away from ..2 presence|sight|view",
    ),
    "presence": ("presence|present|witnessed|saw|watched|observed|eyewitness",),
    # (e)(6)
    "genuine-words": (
        "purport|purports|purported|purporting",
        "genuine|true|authentic|actual|real|valid ..2 signature|signatures|autograph",
        "signature|signatures ..3 genuine|true|authentic|real",
        "signature|signatures ..7 genuine|authentic",
    ),
    "whose-name": (
        "purport|purports|purported|purporting",
        "genuine|true|authentic|actual|real|valid ..2 signature|signatures|autograph",
        "signature|signatures ..3 genuine|true|authentic|real",
        "signature|signatures ..7 genuine|authentic",
        "whose ..3 name|names|signature|signatures ..1 it|they|is|are|appears|appear|she|he|stands|stand|follows",
        "own ..1 name|names|signature|signatures|hand|handwriting",
        "name|names ..6 own",
        "$PERSON ..1 named|whose|bearing",
        "name|names|signature it|they bears|bear|carries|shows|states|gives|represents",
        "it|they claims|claim|professes|appears|appear|represents|represent|is|are|seems ..1 to ..1 be|come|have|belong",
        "that|those|signature|signatures of ..2 $PERSON ..1 named|whose|it|shown|listed|identified|it",
        "signed|written|made|penned by ..3 $PERSON ..1 named|whose|it|shown|listed|identified|bearing|who",
        "person|persons it|they purports|purport|names|name|claims|claim|represents",
        "belongs|belong to ..3 $PERSON",
    ),
    # (e)(7), and 54-124(f)
    "registered": (
        "registered ..4 elector|electors|voter|voters|qualified",
        "registered ..2 to|and ..3 vote",
        "elector|electors|voter|voters ..4 registered",
        "duly|then|validly|properly registered",
        "registration ..3 elector|electors|voter|voters",
        "unregistered",
    ),
    "other-status": ("eligible|qualified ..2 elector|electors|voter|voters|to vote", "entitled|eligible to vote|sign"),
    # (e)(8)
    "pay": (
        "paid|pay|pays|paying|compensated|compensate|bribed|bribe|bought|buy|purchased|purchase|remunerated|rewarded|hired",
        "$GET ..6 $WORTH",
        "$WORTH ..9 $GET",
        "nothing|anything|thing of ..1 value",
    ),
    "pay-past": (
        "paid|gave|given|offered|promised|compensated|bought|bribed|made|did|has|have|been|rewarded|purchased|remunerated|was|were|had",
    ),
    "pay-future": ("will|shall|future|ever|wont|would|hereafter|intend|intends|promised|promise|going",),
    "pay-other": (
        "other|another person|persons|individual|individuals|one|people|party|parties|circulator|anyone",
        "else|others|anothers",
        "anyone|anybody|nobody|someone|noone|person|one ..3 has|have|will|did|on|acting",
        "by anyone|anybody|others|another",
        "nor anyone|anybody|any",
    ),
    "pay-self": ("$SELF|my",),
    "pay-for-signing": ("$SIGNATURE|petition|elector|electors",),
    "paid-to-circulate": (
        "paid|pay|payment|compensation|compensated|hired|employed|volunteer|money|receive|received|wages ..6 to|for|of|as "
        "..3 circulate|circulating|circulation|circulator|collect|collecting|gather|gathering|obtaining",
        "being|was|am|been paid ..2 circulator",
        "paid|volunteer|unpaid circulator|petition",
    ),
    "follow-on": (
        "do|does|done|doing so|this|it|such|that|likewise",
        "has|have|had or|nor will|shall",
        "will|shall do|not|either",
        "else|other ..2 has|will|did",
        "give|gave|given|pay|paid|offer|offered any|none|it|such|so",
    ),
    # 10.3(c)
    "number-signed": (
        "number|count|total|many ..4 signatures|signers|names|lines|persons",
        "$HOLDS ..5 signatures|names",
        "there are|is|were|appear|appears ..5 signatures|names",
        "signatures ..4 number|total|numbering|totalling|totaling",
        # The blank between is no word: with an article it would speak of the signers, without their number.
        "signed|subscribed by persons|people|voters|electors|signers",
    ),
    "opportunity": (
        "opportunity|chance|able|available|allowed|permitted|could|opportunities|invited|free|access|privilege|enabled",
    ),
    "offered": (
        "shown|offered|open|presented|provided|handed|displayed|exhibited|let|lay|laid|furnished|supplied|exposed|opened",
        "at|on hand",
        "was|were|is|are there",
        "made|kept ..2 available",
    ),
    "access": ("access|reading|review|inspection|perusal",),
    "text": ("text|statement|ordinance|measure|reasons|copy|petition|proposal|amendment|summary",),
    "after-signing": ("after ..2 $SIGNATURE",),
    "to-read": ("read|reading|review|examine|inspect|reviewing|reads|peruse|study",),
    "signing": ("$SIGNATURE",),
    "before": ("before|prior|previous|first|beforehand|until|when|preceding",),
}
SETS["HOLDS"] = (
    "consists consisting contains contain containing bears bear bearing has have having holds with carries carrying includes including"
)

NEGATIONS = word_set(
    "not no never neither nor none nobody nothing cannot without didnt havent hasnt wasnt werent dont doesnt wont isnt "
    "arent failed refused"
    " refuse noone untrue false"
)
PARTLY = word_set("some most many several few half nearly almost majority certain mostly partly hardly scarcely barely")
# A negative that denies nothing: "nothing known to the contrary", "no reason to doubt".
NO_DENIAL = (
    r"\b(?:nothing|no|not|none|without)\b(?: \w+){0,4} to the contrary\b",
    r"\b(?:no|without) (?:reason|cause|grounds?) (?:\w+ )?(?:to|for) (?:doubt\w*|suspect\w*|believe otherwise|think otherwise)\b",
    r"\bfurther (?:\w+ ){0,4}(?:sayeth|saith|says?) (?:not|naught|nothing)\b",
)
# A second negative that turns the first one round: "no signature outside my presence".
EXCEPTIONS = (
    "outside",
    "other than",
    "except",
    "besides",
    "out of",
    "away from",
    "unless",
    "elsewhere",
    "unregistered",
    "rather than",
    "save",
)
BUT_AFTER = word_set("no none nobody nothing noone")
SUBORDINATE = word_set("when while before after during time until as whenever")
