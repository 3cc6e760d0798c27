// @ts-nocheck
/*
  Sudoku puzzles of known level for ever, offline. Made by Seedoku.
  MIT License, (c) 2026 The Seedoku authors: keep this line, no warranty.
  
  generate(level, seed) makes puzzle number seed of a level, the same in every
  language. Numbers begin with 0, and each makes a different puzzle. Every puzzle has
  one solution, and its true level (by Sudoku Explainer's ER).
  
  level, and how many different puzzles:
  1 Beginner  10262745072599040
  2 Easy      3302265875005440
  3 Gentle    722865878138880
  4 Moderate  455905292451840
  5 Tricky    359604441907200
  6 Hard      245018619740160
  7 Very hard 416897352990720
  8 Fiendish  197477693521920
  9 Extreme   193820699197440
  
  seed is a Number up to 2^53 - 1, or a BigInt. Without it the puzzle is random. There is
  a RangeError for every other seed or level.
  */
const ALPHABET = "!#%&'()*+,-./0123456789:;=>@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}~";
const ODDS = "j+!-%,#:z#A&!^K&D>&,8GU%B2!2,(Q%d#E^%E~&>*l,!)N,2%*0!!%9#8k!~9!kT2c#!&,!V)!9%>(!G"; // of a clue, for each cell
const ORBIT = "!#%&'()*+,-./0123456789:;=>@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvw"; // first cell of those that symmetry exchanges
const SEEDS = "r*.5=)pE8MTJC_]g8v/K6jFpDXtR2dV&:Xwkp8rsz[fm(|)K~6%~@%>t7]^2HN4Wh0R]rskheOlf6#&P/:,;Kulu>8}a>*iQfghqj.{Ah%-hK,[ByF%77|sw_ChaZ:4Y@gCflk[7i#Ny(~|ldriGiP:2ItjS}k-q*NnP:O3!R([KHm,{LS!3ShbZLt=iMD,YwQRk/#iUb@KwZ1{>-/[k3@H=Q2@_CD(@Fq]M5VX~F863lb=faCiHJ3O1*cD_Sc=Rjay~OvjYev*Q-M*-&y:HF>i[B*0|Lr)3_&:A9J11tCCXL-#:,ir)(F]PsrczS95m8)BvlDjDv95*&Q;u}]Jvk[EqR4frQ-qT]B+vG(Xd>_C'/E,I_u^&eYVi)brt{Ta8F*2_(Xa+V_dCGbe)7}^brP.q{D-oPFo%-tZ.y)/ER*tVvtHo&7XT_-GbHnGwHhH-joA:5W!pQ+|j'~*gb.a5-C+K(3agG*9[30&zg1(BUUQPf1W*-xR3TY=Dti#Rf4P*/hJ:muOnCfaSUfS;@W#K-O7SFo;iI.H53ApA6x=N6}|4zGhUyj@fs@szfDGo'W-p,;'X|9gBj[0;4@qc!srra6mF@GX7kNI*81(yfdnm)>/j446r(Uv}qN|b!H~o4xyN>zA;0ji/9DPT&zQ-.A[RScX7{k571:QtpRUO68jou!2]/QOeox#W%|7]bDjL.!N}}]bOa)7R7V54MbyDD_h|dKh:{LK29R;4CpFL[h8=2[XO62lbzuc)uyTRIu'iBtgKN)i~eY|qc6/*9&x^bxiOrO:]G4{BgF;9~Dcpy2Q3c6-e_w0nl3|ReFxAkirU5]*(9+tN2F1nV'xApL;J*3#yXV:(op|k|bYzCkveyMC[|ZQFli,,C~rzG=XQg#fJq*fT=['7%IxNGcxTfF:DwJjC2k8q~O!'U}'/7S/d0kJ!oP>}!M1xT.bRE3k)o}_|6@LZ{*A*jDYqF4&p7vp8yb9t'U9xqs(rUgjD91F:bb#LIH8ia):vTjW0'z%_TC70C(L2'|SJG0Wvo9RrDmj3psp|'TYcH!UWDPNLwQ|H|F)a,zd/%kg+dKx5cddzuzQ+~,}-N>G)N4}k[oP|m3i6vFnlK8B8y7MzENL9#1GXjIs.^-'Ku=xU@%5lt|c4ZS;b@.T-O1DhPvv&U|Rz1e~qF%4[n>50Xjfg2cC20qf|odh'0|J}m2ud@bwMl|,G*U/f!*xe&}Xto9XjR*#@_}6dF-yW^hnc5eW/O6zX{p=]YU3&zs{dJrX(!,2q{qZ|SQ7DRy2G46~8#/LGine0hFFW5:;H#Ut1_|U9F75mnEixZ^tj_==Hc0CK26uC+on.[xo3q+R7KR9m_8D*4TJ5r+C|OYL6Q!II1tPU{F~7(7sH=uD9n5(kG6z&JkEC@hCUwiq}i%&dquUqw-7r%%)Ggw'e-gRgY5fKMJXw8^-5HjnX4P3jRmhhj:BFW@(}N1'&kT[pA=oL7}+'c%W7L.+1Z6Qcb,*&awZf[jr~Wr(#yJcLO,w+M*!o@S&-u|zp!u^Zupo1ue/jsoaebAA]lWAGfSqas:XxD9E~bt7UF1:,PylA(4oxM*CW@Ac>E0l^g2zB-%gSjmG=5ZiXV!u2_Hb8M:e@h+[kv:LVF@4{kxQ@kksv4L8xo>r4*K;7Lg^e.rkYU^Z}ars[w[m*FSZF6YDv|!gFNE=FhwpjkTK^Xd1a=}ZO-OPt~4'!cI-F3{dG0t:(NKV&|5wTGUdCst%4i3cp3_~7Q3^S@m]aX8%Y,o'w8O)@3~v.G^LN1+#|AKIY|ns:FGp|xRS,ZdU8cJ+'DO0|t5C1tUvmZwVjaFY^|#4n[s5#'51F%^b=9]xU:7z7mJSEbP3amIR15JhP(ljURZ&-NAXXH~C_Tbq27h]n)[bKkkK]Ppjfrj2BgB&x05^6lq1;*b7O8+SR>Z48Wf86G2@N@uia2Fzk1INt,ez&B}|b],+cY9bx8mB:[fpIe;gYol/bpC0%:.f>J&Go8cs/d/0Qox=Ym)G=BTR02;E8p)3yG[(VU'Y'R=>m:w3P]('lmii:l2#dOLF3a3a*5|aM@^H==fRtGC-x%'M(AG>!&%]@G,/E{br3T,24,nolH98{6f(~6pY:^|xQ_wsRr,G;hTT#[YChH~:_NvR]!)'E;}2lCRVjkF!NV575x9-=TukL9UyV.KUrRWs)Y&+Eievp,(s>#;6T>Trt^Qg)N]D]/j:N*^e8%,H0.bFwC-PhC1F{KoY9erV*}kfoH)Znw_Ve,C;K{j[)GFH6t1uM+gJdaSu+GYE9V{-4FB_qc(7]@mIS5S.F31MVTr7NtD0)Y5Vmv9MHn4x5x8KX%3P#TZ)UNl8}_Mjq7sb4GMH.|V{}H8Jcnf6'BjvuDeea*#Imqs9Mxw(/&{qG7WF]tL)*%ew!)DHCTLxp-[kSjCe*HAkZye>egIO7;sNDdk,0/na/H(];i3uch7s:g-6.vZbsRSCj{s1lqzq{l4YkKG{h*3@Jq/=hde6odWdpt5Pa*erF*G+Z&N{5+FZ==zkgK:NWo[UHb0%7AP2UZ@Q&&!)-LM8vqtP5jbxKJWbC-0~:6s-kp3sZ#jT4T]/PU)'(xm%@|>mG1O%.8ym-Ilo~k)_N@3K9&59piSGZ-gXo2eAq*/[y84xqASX>;3@%r(^O_%FeiP{P:W)eFW;9c@g+MdCfml-6B2hD4'-Io~QsHX;T!yem.h=u^fsKy~wt/6BWW:er}JCFAOLr#'(Fzk)[R1wV8Mlbq~X%9~dmR4l=8YiU&pmmBZfF-ekik1Ml~GUSpgS'm,#7F6_E2LAHHu)t~PY'tw1{!H:FW%!G|'f/w.9@YNoRVo/e%G_ORolfE|ik+}^F(Ax+slRJTg8(@Lbz.=8nuVLFV=A*KI|D;,=)gnF9+#2{r3Cq]%2HMg>9TI5xy|I[D6j={m;c8I]NmOO!q8PUcM+gHLo,&7V')bgQ4:&Wpg'F%LvU=N-V}{ph-SR2sCmOMbf0v/)|mO=1J:'Pw)P%izXtrCz/N66/ED>W2Qe{Zxso>u;Ci],{Y%Aty'~l:CVX:lE=7Jv[Up-M:%5Mg!(Zq%{}RFvNsWj*AQ.R)!j+~Nu~jnW]}vEh3=MD;5K=&2./A[!N2U,Vgm_S8V7soy8wMGs-=62W-x:%(!hrM@NtVav{s,(P'Z-'hy.sw>O2!_POsLPk4{7~OfMJvAHLj.lC3c0pHk4pZ=HY!^TeO|,w73VF7qN=g]FDbc|e2;vfwyD~r]u:,~j=ndINf=oRt1.N1pS.n)v29F%bHNYlYV>7G[jI3'FrY#~onfo-hNOABdf}--cV0i''QQ]-Fl0.!2:&Gp*A'Dg-#)tu2'Y)VJ]P#uP:+@S_/.J~603;u,>GV>C#b(|s-3F|5JO,7Rb5ge'd:jGSg#GSxjT5lQ^Vw'HlJEvcTl93%dw#SPV-{O>9l):#Iyk0Nqi6^Qd|i,m_S[kOG.i7N^cc+k6V6qp]AZx{F.>]iAb-/]%j1e%R%TL(o8=o)b&gMl{oz&JV3Pr4UKu2/]T6Lr2b3}|AH'c,-KJ]m}8KwU~CB.qNOd.M/KL|NEI#E]WxwX%'1eF9BG1j5lCMnNVJB_)=ltghkIoQ2{^#2=GEy!b][8]oZFU7~:c#E^ES#yS=c|1iC!JJ)^MEKZm1Fs->%dOYpeWjm.yuq@g@YN[Q(ZG:%9&XyO[GyK*9[B)1:!-O88)_%D@@+87V]K!L+k6~1%6&}678199Yo:R[MX'sdXwfQ+WNRBek9VK!X89l)MisHZjujO-}eHBK59k{Fp/-(Q:Pta%+CO.()huyb{vYo[2';g1yZ|C-hd|wv(^-4_>v315;1l/efF]j[[Maj0J8h_vTGr-,C#|>0c>(1N7G#iQxFoX3{-7{X!}vZ@2Sh!hgP'5(%piGn*;);(;{4@c/{SYiF58Kh/r&-&apax*2+aW;@4clM]s4i%)kl:y,+)v;GOz-ui|eYnQ^}Ca#|+JEA6gtskA-gW2j:kO0+d1c2l8-e7bVIm>69;qFOpzx0>@4)bEx@d=JTmR^h)SAv7Q7F,#Pkb/SgDL*dg:CQw2BU,q2%W]fM(b=fsuKK]NWq,%5>)0tZn@GCp:BE:Xuz(n^5h4WKw'0sixp^zJ2z@3Ix6!)W2PDOJ}5l9Uam,;]J+*Aj>({,[xFf2mFV>:LUf+nY:R=!!gN53qbL)5jtq>a*1W>&_%3Uy@k+G{&uCF*2'%,6>f#H|h8*{%mm%g:>gn!SP@OnR0#K--4d6K;K:LsPmC:hYb|esNlr;JG}q[c!#5ysxg[BrhQ*qy#Gv4f%AU78Ty6/4=knv)^9T~&|>67Pa;n2/ZXhQ46#&b1X|J'kmt7p1m*_X/GyL|A^hT8uj4/=.i0X^N[Re*6kp5/E-W)3tfHu;H,KA|)W#+F2RyA6n,QmOc~9>vhp,R{PDL)+SUmum=P@:}v]07rY>fd_!47d.(RFVI#GEV8gy!W/^W'X38C:z.,vOUznG-@NKDdBqbS)8/BLh2eo,rQ1r~^f[O=8&d.&0Vw--:[Yp!791L{TeX.FU!aOD.#o#(h856nmSth'Q.EN2LoC*1Q2oR'v;u4DK+#iZbtl0O>,Vpiim1n5o#qr@kbgGVX,FhkEmvZo53i-8,wM2Xy^GYXk8cpDlP}~r:P@aWQy&L)L+^BdCDRj~lFlUJ[%2Jjep@J45]jp7~w,>/'1z}UF&]6QJYq=rMfpnJ*s7^Vmj.s@e|7=5.Gv8>e35mt(U,{Tav-vclPe(~iwF{NX0]ly#WeJFLp6#ERWXaW.-sP+SfQ-pvj^D.HL.a2e6^B|^o6D,pZiHv=;g)z/^g[T2etH&2Ver5Fu{n&C@e!tP2na,>e>0,3o(t9hEuC0jd/@P#3!mRG]&3.N.(M41NG}1O+|Q*Azxhhhn5H[d82C/yXE.El+K5YO3]N+IN)g5m,nklvTWK8Xu2wik_w!,Y&~[:c,2xKH8./UhallKf|W,tCryYT0iAr9+tHy;J2U2Y~HikG%}OH''Dq|QxMkg=k[Up~>!0^PM0R5AQKMU}T.WFs#HLam{w]TZt{Bxli.&rp}^SYov|NSZQ#s(vOYQ3I#zQFDd+j]5Ktb#/#l!}un07K-b@y7YIZ^%Pt9&lI>iKb-%!E.u~mw4sB03/;M~d&+A7I):M'b)&cM!k.54!g3,o(v:(4#PDJQ701k;gydFErx>h8/0RNt!+hO_S(pHE3N*UR:#@+qO6>ZKJmnjVF#o~t/}{u!n3+wz/:Jcg0@GYOcv;'ABJCVhUud6f@5Y:+z&b}7ZWk027t-(qwUr=R1QW7!_ckDV8]W01oM%R#c~MB|}zi1B5abGY^p@LaXIBN>|yzP06Fe{Sxzh4.g%b7_{ISrTCO0nHd:BlXbn^GJ!ARy6(:^7w^)QB)hlDI3u6M|ew'r@gfRqR{0+IC2Q3^%nGv,Flb8JK2MQFkzGTWNA!,[GfkOaNkt]yHl(9t'UIUE42/k(WS},CQ)&/'Rg{4K59s{S#nAoMzC(oN%X&Zh]mO*+k2)CvgsFw^OwiSW:R)&~!hToC.@Fv61psRQ5XKBBW4U[/}mB~vJ(s3eJ[[Z2Rp{Wb;9s(l;8r-R3(W,obnt2r,gUs@2MjtC)y!QpR|b8:QN:tUf0]dgck6j#q'Ih8;_P090+()I{yOzc_rINneM9h,&NL7bwYCIh2J]Z8*|_FO(BBc.*rjK!zzQKqFZR7Ve8h%Hi'9T3B8L4sr0hR@BX4j*BWj}g~|3H-uKN{!P'q=tX1[G*b[%z+D0C,zCU3-q(=jcK4D5_zQyM1nt)_9hMl=~N.QYI%mT:nN[Y-kd-6}7Kf0|]8y]6Hb~Bkm~|-eeqynzm^e%VY1rUkS,HO6GLqHY:Ly|Lzrc!%sh+Aw[ysO)!278ReaW_%D%AF,S:RAEjy/cG10.a7x;F+^*L(-J4z!S=-KEkWH':;!y6VPj6!=Jaa,Xrc=XRYVSc|}cAd)1O.7ghk)SqOh!:_A3Jgh3_SUvqe72&bqrkSm*R_1aP:q%/f,3_FyqK*1n:B~FYc2IIF~>9/dj{O3I2J7{^Tu*J%6v4JHa*18H]ayG5SW}p=L89ZCtHcLp;@K8}1.T]Y7KLxvo1eUC4'ojr!,qH7ralz*%b=CrPc%|bY.6OvVXkN*4AXWpTw:=e9j)o&}b}ZfJCZ9[mo9WtwBIeE0HfQ@sUf)iqu:9D_w8mP0;(MPovQ&z{{)d%/x;gqAV.&aYR3lh1|q.I6I]BQn}YZo|g#fZ&Y2sX{V~-50c+K,7SvxlYjH1;'zM@EDoIyb-0q>LTj:+hH6c,{&yeE04~,l0uIOKX76Cd@91I9p};i)@TP]EPq)l[hM~mT5qyIq9IMxh'I*.N(#~crstr]h&yK0:SKRd2jh1PIhFLE,b~Os&2}OW>j@Qh%4vdKGisKo~~B=P7d)^Q9~dQT^c)yq/eAgwm3]BJnLK+#[AV->qBB}&)Af;gBYJ[(evN.ztFp=TaU+M(6mg0.;N_*kN/d=tzFOzR&trL'T;[hKdGY7!.}=+/sfpJx*]a@3|HBLbut.dYUxCQUdiI(xIq^)f3umW@x>OTIE:lrG|OuydFn%^.y~^'J>H9{,l4mzaT/JB'~e}i[g!zc7!=qjf,}uPXIy#3huc:{VH&@ld(VEYda[RR|B457+JgxHX1fqyb@/!{6(Mew^g}5ikWax3QYn|-UjBX~hhF_@~y|>T=El)c|J>=Ml{)dR/^,&>KSu8&7C=];,CABfI4~fe&Oehp80o:d.)#~vCA~8GT_TQrWD+bT(OX*>eS+.f9][3/3zh[)04T0MvMbWGJ)'tRqns=1t5ti=;)U@{9iPxWKd|HvH7CYQ2Xf@sk(6GCNV:mQ8s;)ozE>+sa;WILv&Hz5K*h65h{QHTUdMHFc!)Mi@_3b#cw>8_qcdK^3nh^M5ey*fg/Sr#};qlDDVdly+7#FdoX::NSxI}yKzo{y>5M&~7ou0c:A(^2J,n:}}%Vt|We]^aBO5LFRn'+(FGC.f(1!eS;L7>r^az2^'w+~zsn;esMHQ~Ql/IBQ+s^=zc:VUu;(A,7t!vq]9CM|y=L2u2|dFT]IYZwijB|hCJSU6Bz+f(2l(.qqk=_WBJwM8&nN'P!#3;,VAQ&mV8.#y~DlMA}5m=N%A.+6UykaI]xyCH^=YZXpIcB_s[oz&PWo&JRs5%9'3(DHT>.!K2)U*hqCQA+.O6>op=qZB0lcUdF&J=->I&QJ:IHiYf2B[^nJ~jo4,SE*+J867TM2R!7HSo}9KP4A/D-;_'4cMaddTZ~a!ISX3Bn+v#939_K{zzsrwfcjC*bx+Tyu/+yWd4Pn}aNhjVx3TY781Q8Wf/)J_R[sVCsvAB@YGxPwvbf7;bM)a&2vrUNLA~F)KK3=QJIg*e/VAq%{BpIE~KBuO9|4BT^t)_0CJIk!,:vq0ruA^i5/nn%6;b.=[vnT0'UlVL%y21Z+w>ha9[p@dRsiyD{YiW@G/m_m{FX}q%_9q|:m>1zSR[%qf*~1qW}5dz!}D=igwbOj3LytyK,S(2rrau^slQcVY#5++oiv&u]v1uv@#]pui4>2yv0Vw9UTaq51TF;f^gg2/NWX,hHlN=E7^o(Jx0T6>'i#hOK~E7Jm'nO0rVg;S'TpXW_I]xiwax{su]m'U+0d]AH>(rH:5e^d0oi7yK>7-TGEEw&>1Uk#&1nfA{80sQhqmy8TOvQW[r+scQVZJ:bR>5Ka2EK5cfe8JtrH;iX~%LbUbv&rkFP,|)2I~33}]8P21Q@Gt/lVS91~g0eXYuU80-Eu=#SUl!i77zpIW*DKj(m/g!(/>)~'bhwrg5wUYXOp07H|IEs&^Cx4B}Pj'F%%dp=#a#[_)=U-}q_XkGO::4]GbEU0MhTT{vj1eYKO]m}c]DVyeoW82MVb~l+qt|s~dR8|/l.u!@>Kt&u2[D*e{]U1V}FQJq3s4HIXPoHr1PgGk71MeX#I=+TLe1c;]Npn8/SrSTaznFW,%8re&g)WHu8zZs~/p2aEoxM#[YJ_nxne:!dSZ%UD'%[gau{xKFA=o/t+]/nS_Z.!&l)JI+EOS>^V+}*{xW]Hmd.Y2lR1+gr:tlMlN#9vUx5|o1CC[aDe|qdjzUw%QXpeRMi%(1;IUt&n81@RPk/||w'B]1n2WpT^VIO2,!7U!a(hZmcjM*48dTocA}y5uZ2I=yE**[0Sl01]%EyS@C!gC{S>fd7XT|s@~Zh30*4_vTvi.nw3PG;w3(5vPsx2P9j2^P*!0RHLS;Gp#kKsrymWHl|g)JlC,_=COjNkc~ne]kr(ci:z6S2f7r|Lii3B(hnbT7y~z!S8[D5jL_XNv5A6|VSKslnXY^{CVN=sk|Rc^U}Y&)[7NN;b+19^xqbHnZxoD.8{v2dsGw0@pecw#UK@_bl2R.:Yi7gS_0|p9xI;z;KnI;,JQL'K6doXo1'UYhzdGy1t+N-)C9WET%/Dj0qobOID80f9CAzJe}nY''>/KnSKl~h3bvu!xXIE/6*!PtfSeCH;nDDpwQc5h6qN{|qBFP3G,}/R;#_f'9:v4[p/g8h%4&zQMJB0c[;g2l/p%o)K:+>J{5I:)fG5~aSTOH'UOI=q1{N*>ErJ[y[wGx''Lk'KI:6[4Bxb/(-xcHk(d{N-eh}{qcpNyqE6B/U.#:v1D]@5Sfhf24|'c>i1zV%UDd)J@rX2+VsoqB^D8gA=XKGvDdQcfve[QbP(NCtOy=v>^YSF|X~',ayLuI4vkayC(ds6m8.TEDtV~3TM8)YWrMKa'h397#s5vw#_Y0D}1gXvzgbu~r^@>&yLuTnNw)Wl&+9#PtU0>(wfJ2f0luE]4{PQx_edn/TJDIKFJmR#gW1},KAS&[lJFHi0H'v~g]+78!YK8sY;pb(gyfaIWZ;4H}L/dsW6uH#oip/HEc['aMDR^)%.,a%+G6G!n=y+:.*P7m61>S4&3)EW2glm#o9BpxNxUq!3I#;|#7z^@UF8AZ{>6V^ZChmS.fFi0.I3YTXGfutnhoW-An*GF7z+QdV'~Heg5(.;+zknwthp0CRf+>kdo9.Lpw9@.I~_2Fp;g>@1Q&FFh20{T7Mt]R>>m>;eQWzx>4As|J58a>=N7CMxON8,i!eU3*f/N)m,K@&:i_(Mxa:y^L{8";

// SEEDS is one number, read by a range coder: code lies in a range, which each
// decision divides among its outcomes.
let at = 0, code = 0, range = 1;

function part(n) {
  for (; range < 16777216; range *= 88)
    code = code * 88 + ALPHABET.indexOf(SEEDS[at++]);
  return Math.floor(range / n);
}

// A number below n, all equally likely.
function choose(n) {
  range = part(n);
  const chosen = Math.floor(code / range);
  code -= chosen * range;
  return chosen;
}

// Whether something is so that is so in odds of all cases.
function flip(odds, all) {
  const first = part(all) * odds;
  if (code < first) {
    range = first;
    return true;
  }
  code -= first;
  range -= first;
  return false;
}

// Bit d - 1 of used[house] tells that the house has the digit d.
const used = new Array(27).fill(0);
const houses = cell => {
  const row = Math.floor(cell / 9), column = cell % 9;
  return [row, 9 + column, 18 + 3 * Math.floor(row / 3) + Math.floor(column / 3)];
};
const HOUSES = Array.from({length: 81}, (_, cell) => houses(cell));
const toggle = (cell, digit) => HOUSES[cell].forEach(h => used[h] ^= 1 << digit - 1);
const free = cell => {
  const [row, column, box] = HOUSES[cell];
  return 511 & ~(used[row] | used[column] | used[box]);
};
const SIZE = Array.from({length: 512}, (_, set) => set.toString(2).replaceAll("0", "").length);

const seeds = []; // 81 digits each, 0 for an empty cell
const picks = []; // of each level: [seed, number of rungs]

function unpack() {
  for (let level = 1; level <= 9; level++) picks[level] = [];
  for (let s = 0; s < 632; s++) {
    const grid = new Array(81).fill(0);
    let fresh = 1; // digits come in order
    used.fill(0);
    for (let cell = 0; cell < 81; cell++) {
      const first = ALPHABET.indexOf(ORBIT[cell]);
      if (first < cell ? !grid[first] : !flip(ALPHABET.indexOf(ODDS[cell]) + 1, 89)) continue;
      const options = [];
      for (let d = 1; d <= Math.min(fresh, 9); d++) if (free(cell) >> d - 1 & 1) options.push(d);
      grid[cell] = options[choose(options.length)];
      toggle(cell, grid[cell]);
      if (grid[cell] === fresh) fresh++;
    }
    seeds.push(grid);
    let level = 1 + s % 9;
    picks[level].push([s, 0]);
    for (let rung = 1; rung <= 20; rung++) { // the next levels
      if (!flip(level > 1 ? 30 : 60, 61)) {
        const change = choose(level - 1 + 1);
        if (change === 0) break;
        level = 1 + change - 1;
      }
      picks[level].push([s, rung]);
    }
  }
}

// Fills the cell with the fewest free digits, and so on.
function solve(grid) {
  let best = -1, fewest = 10;
  for (let cell = 0; cell < 81 && fewest > 1; cell++) {
    if (grid[cell] || SIZE[free(cell)] >= fewest) continue;
    best = cell;
    fewest = SIZE[free(cell)];
  }
  if (best < 0) return true;
  for (let d = 1, left = free(best); d <= 9; d++) {
    if (!(left >> d - 1 & 1)) continue;
    grid[best] = d;
    toggle(best, d);
    if (solve(grid)) return true;
    toggle(best, d);
  }
  grid[best] = 0;
  return false;
}

function mix(a, b) {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77);
  h = Math.imul(h ^ h >>> 15, 0x2c1b3c6d);
  h = Math.imul(h ^ h >>> 12, 0x297a2d39);
  return (h ^ h >>> 15) >>> 0;
}

// Takes numbers out of n: each is the remainder by its bound.
const taker = n => bound => {
  const taken = n % bound;
  n = (n - taken) / bound;
  return taken;
};

const ORDERS = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

// Nine lines in another order: of chutes, and of the lines in each.
const lines = (chutes, ...inside) =>
  inside.flatMap((order, i) => ORDERS[order].map(j => 3 * ORDERS[chutes][i] + j));
const anyLines = take => lines(take(6), take(6), take(6), take(6));

// A random whole number below n.
const any = n => Math.floor(Math.random() * n);

function generate(level, seed) {
  if (!seeds.length) unpack();
  if (!Number.isInteger(level) || !picks[level]) throw new RangeError("no such level: " + String(level));
  const n = picks[level].length, turns = 362880 * 3359232, puzzles = BigInt(n) * BigInt(turns);
  if (seed === undefined) seed = BigInt(any(n)) + BigInt(n) * BigInt(any(turns));
  if (!(typeof seed === "bigint" || Number.isSafeInteger(seed)) || seed < 0 || seed >= puzzles)
    throw new RangeError(`level ${level} has puzzles 0 to ${puzzles - 1n}, not ${String(seed)}`);
  let pick = Number(BigInt(seed) % BigInt(n));
  const take = taker(Number(BigInt(seed) / BigInt(n)));
  let relabeling = take(362880), geometry = take(3359232);
  for (let round = 0; round < 3; round++) { // each line can be undone
    pick = (pick + mix(geometry, relabeling + round)) % n;
    geometry = (geometry + mix(relabeling, pick + round)) % 3359232;
    relabeling = (relabeling + mix(pick, geometry + round)) % 362880;
  }

  const [s, rungs] = picks[level][pick], clues = seeds[s].slice(), solution = seeds[s].slice();
  used.fill(0);
  clues.forEach((d, cell) => d && toggle(cell, d));
  solve(solution);
  for (let i = 0, left = rungs; left > 0; i++) { // a rung has the next cells as clues
    const cell = i * 32 % 81;
    if (clues[cell] || ORBIT[cell] !== ALPHABET[cell]) continue;
    for (let c = cell; c < 81; c++) if (ORBIT[c] === ORBIT[cell]) clues[c] = solution[c];
    left--;
  }

  const turn = taker(geometry), name = taker(relabeling);
  const rows = anyLines(turn);
  const columns = anyLines(turn);
  const across = turn(2);
  const left = [1, 2, 3, 4, 5, 6, 7, 8, 9], names = ["."];
  while (left.length) names.push(left.splice(name(left.length), 1)[0]);
  const image = grid => rows.flatMap(r => columns.map(c => names[grid[across ? 9 * c + r : 9 * r + c]])).join("");
  return {puzzle: image(clues), solution: image(solution), level, clues: clues.filter(d => d).length};
}

export { generate };
